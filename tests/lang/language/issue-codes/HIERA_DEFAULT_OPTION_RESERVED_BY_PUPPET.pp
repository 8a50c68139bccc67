notice(lookup('hiera_optiondefault::x'))
