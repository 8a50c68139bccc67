FILE { '/tmp/x': mode => '0644' }
