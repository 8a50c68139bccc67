['ftp://a/%2Fb', 'ftp://h', "http://a/?a='<>", 'http://@a/b', 'http://u:@a/b', 'http:a'].each |$u| { notice(URI($u), URI($u).path) }
notice(URI('ftp://h/a/b') + '/../a', URI('ftp://h/a/b') + '//new/p', URI('ftp://h/a/b') + '../../../../x')
notice(unique([URI('http://a'), URI('http://A/')]), URI('http://a') == URI('http://A/'))
