notice(lookup('hiera_method::x'))
