notice(lookup('lpm::os'))
