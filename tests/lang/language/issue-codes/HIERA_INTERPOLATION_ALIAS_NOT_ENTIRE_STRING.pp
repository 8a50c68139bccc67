notice(lookup('hiera_good::alias'))
