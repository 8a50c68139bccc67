rt_own { 'a': size => 1, other => 2 }
