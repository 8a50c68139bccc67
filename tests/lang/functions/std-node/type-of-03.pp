type_of(1,2)
