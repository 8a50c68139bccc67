file { '/tmp/x': content => inline_epp('p=<%= $p %>', { 'p' => Sensitive('secret') }) }
