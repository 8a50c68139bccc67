notice(md5('a'), sha1('a'), sha256('a'), digest('a'), md5(''), md5('ä'))
