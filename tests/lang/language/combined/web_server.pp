class web(
  Array[String] $hosts = ['one', 'two'],
  Integer[1, 65535] $port = 80,
) {
  package { 'web': ensure => installed }
  -> file { '/etc/web.conf':
    ensure  => file,
    content => "port ${port}\n",
  }
  ~> service { 'web': ensure => running, enable => true }
  $hosts.each |$i, $host| {
    web::host { $host: order => $i }
  }
}
define web::host(Integer $order = 0) {
  file { "/etc/web.d/${order}-${title}": content => "host ${title}\n", notify => Service['web'] }
}
class { 'web': port => 8080 }
