# Puppet makes this catalog; PuppetDB's terminus refuses it.
@@notify { 'e': }
notify { 'a': require => Notify['e'] }
