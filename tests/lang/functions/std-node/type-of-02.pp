type_of()
