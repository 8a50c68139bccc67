# Answers the monitoring server's questions; other modules add checks.
class monitoring::agent (
  Array[String[1], 1] $server,
  Integer[1, 65535] $port = 5666,
) {
  package { ['nagios-nrpe-server', 'monitoring-plugins-basic']: ensure => installed }
  file {
    default:
      require => Package['nagios-nrpe-server'],
      notify  => Service['nagios-nrpe-server'];
    '/etc/nagios/nrpe.cfg':
      ensure  => file,
      mode    => '0640',
      group   => 'nagios',
      content => epp('monitoring/nrpe.cfg.epp', { 'server' => $server, 'port' => $port });
    '/etc/nagios/nrpe.d':
      ensure  => directory,
      purge   => true,
      recurse => true;
  }
  service { 'nagios-nrpe-server':
    ensure => running,
    enable => true,
  }

  $disks = $facts['mountpoints'].filter |$path, $mount| { $mount['filesystem'] in ['ext4', 'xfs', 'btrfs'] }
  $disks.each |$path, $mount| {
    monitoring::check { "disk ${path}":
      command => "check_disk -w 10% -c 5% -p ${path}",
    }
  }
  $checks = {
    'load'    => 'check_load -w 4,3,2 -c 8,6,4',
    'ntp'     => 'check_ntp_time -H 192.0.2.30',
    'zombies' => 'check_procs -s Z -w 1',
    'users'   => 'check_users -w 5 -c 10',
  }
  $checks.each |$check, $command| {
    monitoring::check { $check: command => $command }
  }
  firewall::rule { 'nrpe': port => $port, from => $server }
}
