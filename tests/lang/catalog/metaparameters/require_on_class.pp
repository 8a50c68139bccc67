notify { 'first': }
class c { notify { 'in': } }
class { 'c': require => Notify['first'] }
