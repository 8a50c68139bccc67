raise ArgumentError, 'no configuration'
