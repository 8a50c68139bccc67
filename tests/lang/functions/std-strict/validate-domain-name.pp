validate_domain_name('a.com')
