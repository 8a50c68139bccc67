class k { }
@@class { 'k': }
