validate_string('a', undef, '', '1')
validate_string([1])
