rt_proc { 'dir/21': }
rt_proc { 'other': dir => 'DIR', number => 42 }
