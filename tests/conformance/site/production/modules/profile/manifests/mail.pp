# The mail relay.
class profile::mail (
  Hash[String[1], Hash] $transports = {},
  Hash[String[1], Variant[String, Array[String]]] $virtuals = {},
  Hash[String[1], Variant[String, Array[String]]] $aliases = {},
  Hash[String[1], String] $settings = {},
  Array[String[1]]      $networks   = [],
) {
  class { 'postfix':
    mta                 => true,
    mydestination       => 'example.com, localhost',
    mynetworks          => join(['127.0.0.0/8', '[::1]/128'] + $networks, ' '),
    relayhost           => '[smtp.example.net]:587',
    root_mail_recipient => ['root@example.net', 'duty@example.net'],
    inet_interfaces     => 'all',
    smtp_listen         => 'all',
    use_amavisd         => true,
    amavis_procs        => 4,
    master_submission   => 'submission inet n - - - - smtpd -o smtpd_tls_security_level=encrypt',
    master_entries      => ['policy unix - n n - 0 spawn user=nobody argv=/usr/bin/policyd'],
    configs             => { 'message_size_limit' => { 'value' => '52428800' } },
  }
  $settings.each |$key, $value| {
    postfix::config { $key:
      value => $value,
    }
  }
  $transports.each |$domain, $transport| {
    postfix::transport { $domain:
      * => $transport,
    }
  }
  $virtuals.each |$address, $to| {
    postfix::virtual { $address:
      destination => $to,
    }
  }
  $aliases.each |$name, $to| {
    postfix::mailalias { $name:
      recipient => $to,
    }
  }
  postfix::hash { '/etc/postfix/sasl_passwd':
    content => Sensitive("smtp.example.net site:invented\n"),
    mode    => '0600',
  }
  postfix::hash { '/etc/postfix/recipients':
    content => inline_template("<% @aliases.keys.sort.each do |name| -%>\n<%= name %>@example.com OK\n<% end -%>\n"),
  }
  postfix::hash { '/etc/postfix/canonical': }
  postfix::canonical { '@internal.example.com':
    destination => '@example.com',
  }
  firewall { '300 mail':
    dport  => [25, 587],
    proto  => 'tcp',
    action => 'accept',
  }
}
