schedule { 'maint': range => '2 - 4' }
class c { file { '/tmp/x': } }
class { 'c': schedule => 'maint', audit => 'all' }
