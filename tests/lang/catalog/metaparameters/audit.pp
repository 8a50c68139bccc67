file { '/a': audit => [owner, group] }
file { '/b': audit => all }
class c { file { '/c': } }
class { 'c': audit => 'all' }
