notice(getparam('Class[zz]', 'b'))
