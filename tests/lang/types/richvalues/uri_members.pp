$u = URI('http://u:p@h:81/p?q#f')
notice($u.scheme, $u.userinfo, $u.host, $u.port, $u.path, $u.query, $u.fragment, $u.opaque)
notice(URI('urn:a:b').opaque, URI('http://h').port, URI('HTTPS://H').scheme)
