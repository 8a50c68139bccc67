notice(with(URI('http://b')) |URI['http://a'] $t| { $t })
