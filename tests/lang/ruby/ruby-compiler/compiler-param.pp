notice(rbcomp::compiler_param(1))
