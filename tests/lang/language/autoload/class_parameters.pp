class { 'base': greeting => 'hi', count => 3 }
