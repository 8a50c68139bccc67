notice(String('foo', '%.2s'), String('foo', '%5.2s'), String('foo', '%-5s'), '|', String('foo', '%.2p'))
