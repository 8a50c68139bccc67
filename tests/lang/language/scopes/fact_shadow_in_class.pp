class c { $kernel = 'mine' notice($kernel, $::kernel) }
include c
