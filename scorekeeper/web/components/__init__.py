"""What several areas show: values ready to be printed.  No component imports an area."""
