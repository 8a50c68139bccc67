validate_legacy(Enum[a,b], 'validate_re', 'c', ['^a$','^b$'])
