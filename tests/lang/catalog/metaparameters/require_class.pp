class c { notify { 'in': } }
include c
notify { 'b': require => Class['c'] }
