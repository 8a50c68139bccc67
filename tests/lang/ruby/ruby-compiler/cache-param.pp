notice(rbcomp::cache_param(1))
