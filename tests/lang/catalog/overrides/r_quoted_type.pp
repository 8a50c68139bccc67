'notify' { 'a': }
