class c { notify { 'x': } }
notify { 'r': }
class { 'c': require => Notify['r'], before => Notify['after'] }
notify { 'after': }
