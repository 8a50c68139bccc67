class outer { contain inner }
class inner { notify { 'i': } }
class { 'outer': schedule => 'daily', loglevel => 'debug', tag => 't' }
