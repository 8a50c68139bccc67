class { 'typed': data => /regexp/ }
