file { '/tmp/a': }
File { mode => '0644' }
