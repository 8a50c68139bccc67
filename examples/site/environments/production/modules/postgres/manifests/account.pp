# An account of the database server.
define postgres::account (
  Boolean $superuser = false,
  Boolean $replication = false,
  String[1] $comment = "account of ${title}",
) {
  $flags = [
    $superuser ? { true => 'superuser', false => 'nosuperuser' },
    $replication ? { true => 'replication', false => 'noreplication' },
  ].reduce |$memo, $flag| { "${memo} ${flag}" }

  exec { "account ${title}":
    command => "/usr/bin/psql -c 'create role ${title} ${flags}'",
    unless  => "/usr/bin/psql -tc '\\du ${title}' | grep -q ${title}",
    user    => 'postgres',
    require => Service['postgresql'],
  }
  file { "/var/lib/postgresql/.account-${title}":
    ensure  => file,
    owner   => 'postgres',
    mode    => '0600',
    content => "# ${comment}\n",
  }
}
