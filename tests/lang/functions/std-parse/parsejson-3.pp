notice(String(parsejson('[NaN]', 'no'), '%p'))
notice(String(parsejson('[1,]', 'no'), '%p'))
notice(String(parsejson('[9223372036854775807, -9223372036854775808]'), '%p'))
