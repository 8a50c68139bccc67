notice($environment, $::environment)
