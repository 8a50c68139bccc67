class c($x = 1) { notify { 'c': } }
notify { 'first': }
class { 'c': require => Notify['first'] }
