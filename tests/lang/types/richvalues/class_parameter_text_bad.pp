class a(Timestamp $v) { }
class { 'a': v => '2016-01-01' }
