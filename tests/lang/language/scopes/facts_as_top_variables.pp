notice($kernel, $::kernel, $facts['kernel'], $::facts['kernel'])
