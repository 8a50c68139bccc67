validate_legacy('Variant[String,', 'validate_re', 'a', '^a')
