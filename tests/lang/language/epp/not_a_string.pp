notice(epp(5))
