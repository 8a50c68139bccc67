# The public sites and what they need around them.
class profile::web (
  Hash[String[1], Hash] $extra_sites = {},
) {
  class { 'nginx':
    workers => $facts['processors']['count'],
    tls     => true,
  }

  $products = ['shop', 'blog', 'wiki', 'api', 'status', 'docs', 'mail', 'git', 'img', 'intranet']
  $sites = $products.reduce({}) |$memo, $product| {
    $memo + { "${product}.${site['domain']}" => {
      'docroot' => "/srv/www/${product}",
      'kind'    => $product ? {
        /^(api|git)$/ => 'proxy',
        'img'         => 'static',
        default       => 'php',
      },
    } }
  }

  ($sites + $extra_sites).each |String $host, Hash $options| {
    nginx::site { $host: * => $options }
  }

  Users::Account <| tag == 'webmaster' |>

  firewall::rule {
    'http':
      port => 80;
    'https':
      port => 443;
  }
  monitoring::check { 'http': command => "check_http -H ${facts['networking']['fqdn']} -S" }
  monitoring::check { 'certificates':
    command  => 'check_certificates /etc/ssl/sites',
    interval => 86400,
  }
}
