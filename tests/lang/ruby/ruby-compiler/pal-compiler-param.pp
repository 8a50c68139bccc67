notice(rbcomp::pal_compiler_param(1))
