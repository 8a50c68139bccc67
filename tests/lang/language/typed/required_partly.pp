class { 'typed::required': one => 'x' }
