rt_parent { 'a': group => 'root' }
