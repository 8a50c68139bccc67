notice(lookup('hiera_none::x'))
