notice(lookup('hiera_twice::x'))
