notice(::Ab::c)
