class { 'typed': pattern => 'ABC' }
