Rt_simple { value => 'default', ensure => absent }
rt_simple { 'a': }
rt_simple { 'b': value => 'own' }
