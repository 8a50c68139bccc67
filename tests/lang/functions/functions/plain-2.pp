notice(md5(true))
