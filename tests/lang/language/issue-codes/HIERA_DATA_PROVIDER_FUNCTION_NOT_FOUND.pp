notice(lookup('hiera_nofunction::x'))
