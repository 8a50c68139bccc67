notify { 'z': }
class c { }
class { 'c': noop => true, loglevel => info, tag => 't', before => Notify['z'], schedule => 'daily' }
