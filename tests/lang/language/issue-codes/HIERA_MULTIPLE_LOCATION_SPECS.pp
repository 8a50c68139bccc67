notice(lookup('hiera_places::x'))
