has_interface_with(1,2,3)
