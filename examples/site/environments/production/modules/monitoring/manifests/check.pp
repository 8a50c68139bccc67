# One thing the monitoring server may ask.
define monitoring::check (
  String[1] $command,
  Integer[10] $interval = 300,
  Boolean $enabled = true,
) {
  $file = "/etc/nagios/nrpe.d/${title}.cfg"
  file { $file:
    ensure  => $enabled ? { true => file, false => absent },
    mode    => '0644',
    content => "# every ${interval} s\ncommand[${title}]=/usr/lib/nagios/plugins/${command}\n",
    tag     => ['check', "every-${interval}"],
    notify  => Service['nagios-nrpe-server'],
  }
}
