"""Looking after the server and its database: backup and restore, the doctor, rebuild."""
