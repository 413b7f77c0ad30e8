"""The engine protocol: requests and answers as JSON, and the reference made from the code."""
