validate_legacy(Variant[Integer, String], 'validate_re', '5', ['^\d+$'])
validate_legacy(Optional[String], 'validate_string', undef)
validate_legacy(Boolean, 'validate_bool', true)
validate_legacy(Array[String, 1], 'validate_array', [])
