function funcs::code() { 1 }
notice("loose")
