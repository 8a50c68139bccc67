notice(md5(Notify['a']))
