# facts: {"interfaces": ""}
notice(has_interface_with(''), has_interface_with('ipaddress', 'x'))
