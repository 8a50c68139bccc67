notice(File[undef] == undef)
