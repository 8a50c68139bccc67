class c { $kernel = 'mine' notice($kernel, $facts['kernel'], $::kernel) }
include c
