# One website: a plain virtual host that sends people to the encrypted one.
define profile::website (
  Array[String[1]]                $aliases    = [],
  Enum['static', 'php', 'proxy', 'wsgi'] $kind = 'static',
  Boolean                         $tls        = true,
  Optional[String[1]]             $backend    = undef,
  Array[Hash]                     $rewrites   = [],
  Array[Hash]                     $directories = [],
  Array[String[1]]                $headers    = [],
  Hash[String[1], String]         $setenv     = {},
  Integer                         $priority   = 25,
  Hash                            $extra      = {},
) {
  $docroot = "/srv/www/${title}"
  ensure_resource('file', ['/srv/www', '/var/log/websites'], { 'ensure' => 'directory' })
  file { [$docroot, "/var/log/websites/${title}"]:
    ensure => 'directory',
    owner  => 'root',
    group  => $apache::params::group,
    mode   => '0750',
  }
  file { "${docroot}/index.html":
    ensure  => 'file',
    content => epp('profile/index.epp', { 'name' => $title, 'aliases' => $aliases }),
  }
  $by_kind = $kind ? {
    'static' => {},
    'php'    => {
      'directoryindex' => 'index.php index.html',
      'php_admin_flags'  => { 'display_errors' => false },
      'php_admin_values' => { 'open_basedir' => "${docroot}:/tmp" },
    },
    'proxy'  => {
      'proxy_preserve_host' => true,
      'proxy_pass'          => [
        { 'path' => '/api', 'url' => "balancer://${backend}/api", 'params' => { 'retry' => '0', 'timeout' => '30' }, 'reverse_cookies' => [{ 'path' => '/', 'url' => 'http://backend/' }] },
        { 'path' => '/', 'url' => "balancer://${backend}/", 'no_proxy_uris' => ['/static', '/server-status'] },
      ],
    },
    'wsgi'   => {
      'wsgi_application_group'      => '%{GLOBAL}',
      'wsgi_daemon_process'         => $title,
      'wsgi_daemon_process_options' => { 'processes' => '4', 'threads' => '15', 'display-name' => '%{GROUP}' },
      'wsgi_process_group'          => $title,
      'wsgi_script_aliases'         => { '/' => "${docroot}/app.wsgi" },
    },
  }
  $default_directory = {
    'path'           => $docroot,
    'options'        => ['-Indexes', '+FollowSymLinks', '-MultiViews'],
    'allow_override' => ['None'],
    'require'        => 'all granted',
  }
  $common = {
    'docroot'         => $docroot,
    'manage_docroot'  => false,
    'serveraliases'   => $aliases,
    'access_log_file' => "${title}.access.log",
    'access_log_format' => 'balanced',
    'error_log_file'  => "${title}.error.log",
    'priority'        => String($priority),
    'setenv'          => $setenv.map |$k, $v| { "${k} ${v}" },
    'headers'         => $headers,
    'directories'     => [$default_directory] + $directories,
    'require'         => File[$docroot],
  }
  if $tls {
    apache::vhost { "${title} plain":
      servername      => $title,
      port            => '80',
      docroot         => $docroot,
      manage_docroot  => false,
      serveraliases   => $aliases,
      redirect_source => ['/'],
      redirect_dest   => ["https://${title}/"],
      redirect_status => ['permanent'],
    }
    apache::vhost { "${title} tls":
      servername => $title,
      port       => '443',
      ssl        => true,
      ssl_cert   => "/etc/ssl/site/${title}.crt",
      ssl_key    => "/etc/ssl/site/${title}.key",
      ssl_honorcipherorder => true,
      rewrites   => $rewrites,
      *          => $common + $by_kind + $extra,
    }
  } else {
    apache::vhost { "${title} plain":
      servername => $title,
      port       => '80',
      rewrites   => $rewrites,
      *          => $common + $by_kind + $extra,
    }
  }
}
