rt_own { 'a': remote => 1 }
