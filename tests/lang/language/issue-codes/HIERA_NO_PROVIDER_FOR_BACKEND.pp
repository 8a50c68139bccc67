notice(lookup('hiera_four::x'))
