notice(rbcomp_old())
