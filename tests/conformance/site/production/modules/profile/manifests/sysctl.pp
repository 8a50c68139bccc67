# A setting of the kernel.
define profile::sysctl (String $value) {
  $file = regsubst($title, '[^a-z0-9]+', '-', 'G')
  file { "/etc/sysctl.d/60-${file}.conf":
    ensure  => 'file',
    content => "${title} = ${value}\n",
  }
  ~> exec { "sysctl ${title}":
    command     => "sysctl -w ${shell_escape("${title}=${value}")}",
    refreshonly => true,
  }
}
