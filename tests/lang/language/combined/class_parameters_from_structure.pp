class app(
  Struct[{ host => String, port => Integer, Optional[paths] => Hash[String, Array[String]] }] $listen,
  Variant[Boolean, Enum['auto']] $tls = 'auto',
  Optional[Pattern[/^\//]] $root = undef,
) {
  $listen['paths'].each |$name, $paths| {
    $paths.each |$path| { notify { "${name}${path}": message => "${listen['host']}:${listen['port']} ${tls} ${root}" } }
  }
}
class { 'app':
  listen => { 'host' => 'h', 'port' => 1, 'paths' => { 'api' => ['/v1', '/v2'], 'web' => ['/'] } },
  root   => '/srv',
}
