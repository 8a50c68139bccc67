notice(lookup('hiera_bothdefault::x'))
