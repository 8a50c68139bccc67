# Mail goes to the relay.
class profile::mail_satellite (
  Stdlib::Host $relay = 'mail1.example.com',
) {
  class { 'postfix':
    satellite           => true,
    relayhost           => "[${relay}]",
    myorigin            => 'example.com',
    mynetworks          => '127.0.0.0/8 [::1]/128',
    root_mail_recipient => 'root@example.com',
    inet_interfaces     => 'loopback-only',
    smtp_listen         => '127.0.0.1',
  }
  postfix::config {
    'smtp_tls_security_level': value => 'may';
    'inet_protocols_preference': ensure => 'absent';
    'smtp_address_preference': value => 'ipv4';
  }
}
