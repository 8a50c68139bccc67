class c($noop = true) { notify { 'a': } }
include c
