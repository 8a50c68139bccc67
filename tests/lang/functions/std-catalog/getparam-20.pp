notice(getparam('Notify[a]', 'Message'))
