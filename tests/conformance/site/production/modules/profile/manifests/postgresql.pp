# PostgreSQL, with databases, roles and rights, as primary or standby.
class profile::postgresql (
  String[1]             $version,
  Hash[String[1], Hash] $databases,
  Hash[String[1], Hash] $roles      = {},
  Hash[String[1], Hash] $hba_rules  = {},
  Hash[String[1], Hash] $grants     = {},
  Hash[String[1], Variant[String, Numeric, Boolean]] $config = {},
  Optional[Stdlib::Host] $standby_of = undef,
) {
  class { 'postgresql::globals':
    version              => $version,
    encoding             => 'UTF-8',
    locale               => 'en_US.UTF-8',
    manage_package_repo  => false,
    manage_recovery_conf => $standby_of =~ NotUndef and versioncmp($version, '12') < 0,
  }
  class { 'postgresql::server':
    listen_addresses           => "localhost,${facts['networking']['ip']}",
    ip_mask_deny_postgres_user => '0.0.0.0/32',
    ip_mask_allow_all_users    => '10.20.0.0/16',
    ipv4acls                   => ['hostssl replication repl 10.20.2.0/24 md5', 'host all monitor 10.20.3.61/32 md5'],
    postgres_password          => 'invented',
  }
  include postgresql::server::contrib
  include postgresql::client
  ({
      'shared_buffers'                   => profile::share_of_memory(25, 'MB'),
      'effective_cache_size'             => profile::share_of_memory(70, 'MB'),
      'max_connections'                  => $facts['processors']['count'] * 20,
      'wal_level'                        => 'replica',
      'max_wal_senders'                  => 5,
      'hot_standby'                      => 'on',
      'log_min_duration_statement'       => 500,
      'checkpoint_completion_target'     => 0.9,
  } + $config).each |$key, $value| {
    postgresql::server::config_entry { $key:
      value => $value,
    }
  }
  $roles.each |$name, $role| {
    postgresql::server::role { $name:
      password_hash => postgresql_password($name, pick($role['password'], 'invented')),
      *             => $role - 'password',
    }
  }
  $databases.each |$name, $db| {
    postgresql::server::db { $name:
      user     => $db['owner'],
      password => postgresql_password($db['owner'], 'invented'),
      owner    => $db['owner'],
      encoding => 'UTF-8',
      comment  => $db['comment'],
    }
    pick($db['schemas'], []).each |$schema| {
      postgresql::server::schema { "${name}-${schema}":
        schema => $schema,
        db     => $name,
        owner  => $db['owner'],
      }
    }
    pick($db['extensions'], []).each |$extension| {
      postgresql::server::extension { "${name}-${extension}":
        extension => $extension,
        database  => $name,
      }
    }
  }
  $grants.each |$name, $grant| {
    postgresql::server::database_grant { $name:
      * => $grant,
    }
    postgresql::server::table_grant { "${name} on events":
      privilege => 'SELECT',
      table     => 'events',
      db        => $grant['db'],
      role      => $grant['role'],
    }
  }
  $hba_rules.each |$name, $rule| {
    postgresql::server::pg_hba_rule { $name:
      * => $rule,
    }
  }
  postgresql::server::pg_ident_rule { 'admins are postgres':
    map_name          => 'admins',
    system_username   => 'root',
    database_username => 'postgres',
  }
  if $standby_of {
    if versioncmp($version, '12') < 0 {
      postgresql::server::recovery { 'standby':
        standby_mode     => 'on',
        primary_conninfo => "host=${standby_of} user=repl application_name=${facts['networking']['hostname']}",
        trigger_file     => '/tmp/promote',
      }
    } else {
      postgresql::server::config_entry { 'primary_conninfo':
        value => "host=${standby_of} user=repl application_name=${facts['networking']['hostname']}",
      }
    }
  }
  class { 'collectd::plugin::postgresql':
    databases => $databases.reduce({}) |$all, $pair| {
      $all + { $pair[0] => { 'host' => 'localhost', 'user' => 'collectd', 'password' => 'invented', 'query' => ['backends', 'transactions', 'disk_usage'] } }
    },
    queries   => {
      'replication_lag' => {
        'statement' => 'SELECT EXTRACT(EPOCH FROM now() - pg_last_xact_replay_timestamp())',
        'results'   => [{ 'type' => 'gauge', 'instanceprefix' => 'lag', 'valuesfrom' => 'date_part' }],
      },
    },
  }
  firewall { '300 postgresql':
    dport  => 5432,
    proto  => 'tcp',
    source => '10.20.0.0/16',
    action => 'accept',
  }
}
