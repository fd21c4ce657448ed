"""Looking after the database: backup and restore, the doctor, rebuild."""
