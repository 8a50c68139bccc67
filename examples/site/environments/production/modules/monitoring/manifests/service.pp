# One watched service of a machine.
define monitoring::service (
  String[1] $host,
  String[1] $check,
  Integer[1] $order = 1,
) {
  $interval = $check ? {
    /^(http|https|smtp|imap|dns)$/ => 60,
    /^(disk|raid|smart)$/          => 1800,
    default                        => 300,
  }
  file { "/etc/icinga2/services.d/${host}-${order}-${check}.conf":
    ensure  => file,
    mode    => '0640',
    content => @("END"),
      object Service "${check}" {
        host_name = "${host}"
        check_interval = ${interval}s
      }
      | END
    require => File["/etc/icinga2/hosts.d/${host}.conf"],
    notify  => Service['icinga2'],
  }
  file { "/var/lib/rrd/${host}-${check}.rrd":
    ensure  => file,
    owner   => 'nagios',
    replace => false,
  }
}
