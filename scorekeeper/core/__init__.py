"""What every room uses: settings, forms, the transaction, errors, live updates."""
