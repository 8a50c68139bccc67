# Rotation of files of messages. The module logrotate takes numbers as text only, and gives numbers itself on Red Hat.
define profile::rotate (
  Variant[String[1], Array[String[1]]] $path,
  Integer[0]                           $keep = 7,
  Enum['day', 'week', 'month']         $every = 'day',
  Hash                                 $options = {},
) {
  if $facts['os']['family'] == 'Debian' {
    logrotate::rule { $title:
      path         => $path,
      rotate       => String($keep),
      rotate_every => $every,
      missingok    => true,
      *            => $options,
    }
  } else {
    $words = {
      'day'   => 'daily',
      'week'  => 'weekly',
      'month' => 'monthly',
    }
    file { "/etc/logrotate.d/${title}":
      ensure  => 'file',
      mode    => '0444',
      content => @("ROTATE"/L),
        ${[$path].flatten.join(' ')} {
          ${words[$every]}
          rotate ${keep}
          missingok
        ${$options.map |$k, $v| { if $v =~ Boolean { "  ${k}" } else { "  ${k} ${v}" } }.sort.join("\n")}
        }
        | ROTATE
    }
  }
}
