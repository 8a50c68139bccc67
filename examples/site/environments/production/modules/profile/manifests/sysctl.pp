# One kernel setting, written to its own file and applied at once.
define profile::sysctl (
  String[1] $value,
  Integer[0, 99] $order = 50,
) {
  file { "/etc/sysctl.d/${order}-${title}.conf":
    ensure  => file,
    mode    => '0644',
    content => "# ${title}\n${title} = ${value}\n",
  }
  ~> exec { "sysctl -w ${title}=${value}":
    refreshonly => true,
  }
}
