validate_string(:a)
