class nginx::install {
  package { 'nginx': ensure => installed }
  $nginx::modules.each |$module| {
    package { "libnginx-mod-${module}":
      ensure  => installed,
      require => Package['nginx'],
    }
  }
}
