# A machine that is watched, with its services.
define monitoring::host (
  Array[String[1]] $services,
  Enum['up', 'down'] $expected = 'up',
) {
  include monitoring::server

  file { "/etc/icinga2/hosts.d/${title}.conf":
    ensure  => file,
    mode    => '0640',
    content => epp('monitoring/host.epp', { 'name' => $title, 'services' => $services }),
    notify  => Service['icinga2'],
  }
  $services.each |$i, $service| {
    monitoring::service { "${title} ${service}":
      host  => $title,
      check => $service,
      order => $i + 1,
    }
  }
}
