notice(stdlib::xml_encode(1))
