notice(md5(/a/), md5(default))
