# MySQL, as primary or as replica.
class profile::mysql (
  Integer[1]            $server_id,
  Enum['primary', 'replica'] $replication,
  Hash[String[1], Hash] $databases = {},
  Hash[String[1], Hash] $users     = {},
  Hash[String[1], Hash] $grants    = {},
  Boolean               $backup    = true,
) {
  $by_role = $replication ? {
    'primary' => { 'log_bin' => '/var/lib/mysql-binlog/mysql-bin.log', 'binlog_format' => 'ROW', 'sync_binlog' => 1, 'expire_logs_days' => 7 },
    'replica' => { 'relay_log' => '/var/lib/mysql/relay-bin.log', 'read_only' => true, 'replicate-ignore-db' => ['mysql', 'test'] },
  }
  class { 'mysql::server':
    root_password           => 'invented',
    remove_default_accounts => true,
    purge_conf_dir          => true,
    restart                 => false,
    override_options        => {
      'mysqld'      => {
        'server_id'               => $server_id,
        'bind_address'            => $facts['networking']['ip'],
        'innodb_buffer_pool_size' => profile::share_of_memory(60),
        'innodb_log_file_size'    => '512M',
        'innodb_flush_method'     => 'O_DIRECT',
        'max_connections'         => $facts['processors']['count'] * 100,
        'table_open_cache'        => 4000,
        'slow_query_log'          => 1,
        'long_query_time'         => 0.5,
        'character_set_server'    => 'utf8mb4',
        'skip_name_resolve'       => true,
      } + $by_role,
      'mysqld_safe' => { 'open_files_limit' => 65535 },
      'client'      => { 'default_character_set' => 'utf8mb4' },
    },
    users                   => $users,
    grants                  => $grants,
  }
  class { 'mysql::client':
    bindings_enable => false,
  }
  $databases.each |$name, $db| {
    mysql::db { $name:
      user     => $db['user'],
      password => pick($db['password'], 'invented'),
      host     => pick($db['host'], 'localhost'),
      grant    => pick($db['grant'], ['SELECT', 'INSERT', 'UPDATE', 'DELETE']),
      charset  => 'utf8mb4',
      collate  => 'utf8mb4_unicode_ci',
    }
  }
  if $replication == 'primary' {
    mysql_user { 'repl@10.20.2.%':
      ensure        => 'present',
      password_hash => mysql::password('invented'),
      max_user_connections => 10,
    }
    mysql_grant { 'repl@10.20.2.%/*.*':
      user       => 'repl@10.20.2.%',
      table      => '*.*',
      privileges => ['REPLICATION SLAVE', 'REPLICATION CLIENT'],
    }
  }
  if $backup {
    class { 'mysql::server::backup':
      backupuser        => 'backup',
      backuppassword    => 'invented',
      backupdir         => '/srv/backup/mysql',
      backuprotate      => 14,
      file_per_database => true,
      include_routines  => true,
      include_triggers  => true,
      time              => [2, fqdn_rand(60, 'mysql backup')],
      postscript        => ['/opt/site/bin/copy-backup mysql'],
    }
  }
  include mysql::server::account_security
  class { 'collectd::plugin::mysql': }
  $databases.each |$name, $db| {
    collectd::plugin::mysql::database { $name:
      host       => 'localhost',
      username   => 'collectd',
      password   => 'invented',
      port       => '3306',
      slavestats => $replication == 'replica',
      masterstats => $replication == 'primary',
    }
  }
  firewall { '300 mysql':
    dport  => 3306,
    proto  => 'tcp',
    source => '10.20.0.0/16',
    action => 'accept',
  }
}
