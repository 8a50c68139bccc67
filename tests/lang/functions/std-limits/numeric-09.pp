validate_numeric(1, '', 'y')
