stage { 'first': before => Stage['main'] }
class outer { include inner }
class inner { notify { 'a': } }
class { 'outer': stage => 'first' }
