file { '/tmp/a': mode => '0644' }
File['/tmp/a'] { mode => '0600' }
