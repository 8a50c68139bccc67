notice(lookup('hiera_version::x'))
