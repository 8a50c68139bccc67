validate_email_address('a@b.com')
validate_email_address('a')
