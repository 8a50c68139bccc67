notice(lookup('hiera_both::x'))
