notice(rbcomp::scope_param(1))
