notice(digest(undef), md5(undef))
