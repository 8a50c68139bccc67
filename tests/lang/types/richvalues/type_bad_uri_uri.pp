notice(URI[URI('http://a')])
