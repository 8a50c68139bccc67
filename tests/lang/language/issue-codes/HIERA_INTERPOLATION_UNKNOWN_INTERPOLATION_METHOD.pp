notice(lookup('hiera_good::method'))
