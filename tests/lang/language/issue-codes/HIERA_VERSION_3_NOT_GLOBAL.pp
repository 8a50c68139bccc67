notice(lookup('hiera_three::x'))
