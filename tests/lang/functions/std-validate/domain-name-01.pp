validate_domain_name('a.com', 'x')
validate_domain_name('a b')
