$r = @@notify { 'x': }
notice($r)
