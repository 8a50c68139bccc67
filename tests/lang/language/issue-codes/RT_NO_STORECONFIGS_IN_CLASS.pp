class c { Notify <<| tag == 'x' |>> }
include c
