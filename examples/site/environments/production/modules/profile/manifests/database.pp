# The database cluster with its databases, accounts and backups.
class profile::database {
  class { 'postgres':
    version        => '15',
    listen         => ['localhost', $facts['networking']['ip']],
    shared_buffers => $facts['memory']['system']['total_bytes'] / 1048576 / 4,
  }

  $databases = {
    'shop'   => { 'owner' => 'shop', 'extensions' => ['pg_trgm', 'hstore'] },
    'wiki'   => { 'owner' => 'wiki', 'encoding' => 'UTF8' },
    'blog'   => { 'owner' => 'blog' },
    'api'    => { 'owner' => 'api', 'extensions' => ['pgcrypto'] },
    'metrics' => { 'owner' => 'metrics', 'connections' => 50 },
    'git'    => { 'owner' => 'git' },
    'mail'   => { 'owner' => 'mail' },
    'docs'   => { 'owner' => 'docs' },
  }
  create_resources('postgres::database', $databases, { 'backup' => true })

  $site['networks'].each |$network| {
    $databases.each |$name, $options| {
      postgres::access { "${name} from ${network}":
        database => $name,
        account  => $options['owner'],
        address  => $network,
      }
    }
  }

  realize(Users::Account['dora'], Users::Account['emil'])

  firewall::rule { 'postgresql': port => 5432, from => $site['networks'] }
  monitoring::check { 'postgresql': command => 'check_pgsql -H localhost' }
}
