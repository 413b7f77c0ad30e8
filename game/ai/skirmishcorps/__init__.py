"""What is known of SkirmishCorps: lanes, markers, exchanges, and what a table is worth."""
