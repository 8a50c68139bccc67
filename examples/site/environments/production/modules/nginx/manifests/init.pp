# The web server.
class nginx (
  Integer[1] $workers = 2,
  Integer[1, 65535] $connections = 1024,
  Boolean $tls = false,
  Array[String[1]] $modules = ['http-image-filter', 'http-geoip2', 'stream'],
  Hash[String, Variant[String, Integer]] $settings = {
    'sendfile'            => 'on',
    'keepalive_timeout'   => 65,
    'client_max_body_size' => '16m',
    'server_tokens'       => 'off',
  },
) {
  contain nginx::install
  contain nginx::config
  contain nginx::service

  Class['nginx::install'] -> Class['nginx::config'] ~> Class['nginx::service']
}
