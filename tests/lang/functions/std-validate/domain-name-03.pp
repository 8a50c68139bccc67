validate_domain_name()
