notice(stdlib::xml_encode('a', 'other'))
