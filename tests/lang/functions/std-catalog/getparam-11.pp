notice(getparam('File', 'b'))
