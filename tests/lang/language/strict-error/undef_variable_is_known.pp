$a = undef
notice($a == undef)
