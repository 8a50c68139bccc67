class c { notify { 'in': } }
notify { 'before': } -> Class['c'] -> notify { 'after': }
include c
