File { owner => 'root', mode => '0644' }
file { '/tmp/a': }
file { '/tmp/b': mode => '0600' }
