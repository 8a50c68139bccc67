class c { [1].each |$x| { notify { "n${x}": } } }
include c
