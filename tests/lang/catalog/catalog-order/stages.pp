stage { 'first': before => Stage['main'] }
stage { 'last': require => Stage['main'] }
class f { notify { 'f': } }
class l { notify { 'l': } }
class { 'l': stage => 'last' }
class { 'f': stage => 'first' }
notify { 'm': }
