# The central server.
class monitoring::server (
  Array[String[1]] $contacts = ['ann', 'bob'],
) {
  package { ['icinga2', 'icinga2-ido-pgsql', 'rrdtool']: ensure => installed }
  -> file { ['/etc/icinga2', '/etc/icinga2/hosts.d', '/etc/icinga2/services.d', '/etc/icinga2/contacts.d']:
    ensure  => directory,
    mode    => '0750',
    purge   => true,
    recurse => true,
  }
  $contacts.each |$contact| {
    file { "/etc/icinga2/contacts.d/${contact}.conf":
      ensure  => file,
      content => "object User \"${contact}\" { email = \"${contact}@${site['domain']}\" }\n",
      notify  => Service['icinga2'],
    }
  }
  service { 'icinga2':
    ensure => running,
    enable => true,
  }
}
