validate_domain_name(undef)
