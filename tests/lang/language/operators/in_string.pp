notice('a' in 'CAT', 'z' in 'cat', /A/ in 'CAT', /a/ in 'CAT', 'CA' in 'cat')
