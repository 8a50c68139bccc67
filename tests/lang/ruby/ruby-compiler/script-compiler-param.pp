notice(rbcomp::script_compiler_param(1))
