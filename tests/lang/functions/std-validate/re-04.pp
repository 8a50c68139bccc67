validate_re('abc', '(?<n>b)')
validate_re('a', '(?i:A)')
validate_re('', '')
validate_re('a', [[['z']], 'a'])
