rt_proc { 'dir/21': state => 1 }
rt_proc { 'abc': }
rt_proc { 'x/1': dir => 'own' }
