notice(Undef(3))
