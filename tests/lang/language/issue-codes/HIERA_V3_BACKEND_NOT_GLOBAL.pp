notice(lookup('hiera_backend3::x'))
