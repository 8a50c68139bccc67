stage { 'first': before => Stage['main'] }
class f { include g }
class g { notify { 'g': } }
class { 'f': stage => 'first' }
