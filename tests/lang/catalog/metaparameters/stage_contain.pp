stage { 'first': before => Stage['main'] }
class outer { contain inner }
class inner { notify { 'a': } }
class { 'outer': stage => 'first' }
