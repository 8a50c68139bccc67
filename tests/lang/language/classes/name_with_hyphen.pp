class my-class { }
