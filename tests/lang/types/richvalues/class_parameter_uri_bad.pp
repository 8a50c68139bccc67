class a(URI['http://a'] $v) { }
class { 'a': v => URI('http://b') }
