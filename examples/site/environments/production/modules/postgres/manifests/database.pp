# A database with its owner, extensions, settings and nightly dump.
define postgres::database (
  String[1] $owner,
  String[1] $encoding = 'UTF8',
  Array[String[1]] $extensions = [],
  Integer[-1] $connections = -1,
  Boolean $backup = false,
) {
  unless defined(Postgres::Account[$owner]) {
    postgres::account { $owner: }
  }
  exec { "createdb ${title}":
    command => "/usr/bin/createdb --encoding=${encoding} --owner=${owner} ${title}",
    unless  => "/usr/bin/psql -lqt | grep -qw ${title}",
    user    => 'postgres',
    require => [Service['postgresql'], Postgres::Account[$owner]],
  }
  $extensions.each |$extension| {
    exec { "extension ${extension} in ${title}":
      command => "/usr/bin/psql -c 'create extension if not exists ${extension}' ${title}",
      user    => 'postgres',
      require => Exec["createdb ${title}"],
    }
  }
  if $connections >= 0 {
    exec { "limit of ${title}":
      command     => "/usr/bin/psql -c 'alter database ${title} connection limit ${connections}'",
      user        => 'postgres',
      refreshonly => true,
      subscribe   => Exec["createdb ${title}"],
    }
  }
  if $backup {
    $minute = $title ? { /^[a-h]/ => 15, default => 45 }
    file {
      default:
        owner => 'postgres',
        mode  => '0640';
      "/var/lib/postgresql/dumps/${title}":
        ensure => directory,
        mode   => '0750';
      "/etc/backup.d/20-${title}.pgsql":
        ensure  => file,
        content => "database=${title}\nkeep=14\nwhen=02:${minute}\n";
    }
    tidy { "/var/lib/postgresql/dumps/${title}":
      age     => '14d',
      recurse => true,
    }
  }
  monitoring::check { "database ${title}": command => "check_pgsql -d ${title}" }
}
