notice(lookup('hiera_option::x'))
