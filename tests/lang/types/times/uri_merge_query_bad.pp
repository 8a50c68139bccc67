notice(URI('foo:bar') + '?z')
