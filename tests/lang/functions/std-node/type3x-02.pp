type3x(undef)
