# One line of pg_hba.conf.
define postgres::access (
  String[1] $database,
  String[1] $account,
  String[1] $address,
  Enum['scram-sha-256', 'md5', 'peer', 'reject'] $method = 'scram-sha-256',
) {
  $family = $address ? { /:/ => 'v6', default => 'v4' }
  file { "${postgres::etc}/conf.d/${database}-${family}.hba":
    ensure  => file,
    owner   => 'postgres',
    mode    => '0640',
    content => "host ${database} ${account} ${address} ${method}\n",
    notify  => Service['postgresql'],
  }
}
