rt_parent { 'a': owner => 'root', like => true }
