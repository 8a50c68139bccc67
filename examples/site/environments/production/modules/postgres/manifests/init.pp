# The database server.
class postgres (
  Pattern[/\A\d+\z/] $version,
  Array[String[1], 1] $listen = ['localhost'],
  Integer[1, 65535] $port = 5432,
  Integer[16] $shared_buffers = 128,
  Integer[1] $max_connections = 200,
  Hash[String[1], Scalar] $settings = {
    'wal_level'              => 'replica',
    'checkpoint_timeout'     => '15min',
    'random_page_cost'       => 1.1,
    'log_min_duration_statement' => 500,
    'autovacuum'             => true,
  },
) {
  $data = "/var/lib/postgresql/${version}/main"
  $etc = "/etc/postgresql/${version}/main"

  package { ["postgresql-${version}", "postgresql-client-${version}", "postgresql-contrib"]:
    ensure => installed,
    tag    => 'postgres',
  }
  file {
    default:
      owner => 'postgres',
      group => 'postgres';
    [$data, $etc, "${etc}/conf.d", '/var/lib/postgresql/dumps', '/var/lib/postgresql/archive']:
      ensure => directory,
      mode   => '0700';
    "${etc}/postgresql.conf":
      ensure  => file,
      mode    => '0640',
      content => epp('postgres/postgresql.conf.epp', {
        'listen'   => $listen.reduce |$memo, $address| { "${memo},${address}" },
        'port'     => $port,
        'settings' => $settings + {
          'shared_buffers'  => "${shared_buffers}MB",
          'max_connections' => $max_connections,
        },
      }),
      notify  => Service['postgresql'];
  }
  service { 'postgresql':
    ensure => running,
    enable => true,
  }
  Package <| tag == 'postgres' |> -> File[$data, $etc] -> Service['postgresql']

  postgres::account { 'replication': superuser => false, replication => true }
}
