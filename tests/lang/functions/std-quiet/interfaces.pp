notice(has_interface_with('lo'))
