is_email_address()
