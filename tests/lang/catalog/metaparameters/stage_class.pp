stage { 'first': before => Stage['main'] }
class c { notify { 'a': } }
class { 'c': stage => 'first' }
