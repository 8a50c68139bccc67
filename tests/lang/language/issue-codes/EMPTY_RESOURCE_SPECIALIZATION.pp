notice(File[undef])
