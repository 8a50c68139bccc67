$r0 = stdlib::xml_encode('<a>')
notice(String($r0, '%p'))
