validate_legacy(Struct[{a => Integer}], 'validate_hash', {a => 'x'})
