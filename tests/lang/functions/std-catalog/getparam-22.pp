notice(getparam(Class['main'], 'name'), getparam('Stage[main]', 'name'), getparam('Class[settings]', 'x'))
