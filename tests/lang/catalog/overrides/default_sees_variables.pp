class c { $v = 'late' Notify { message => "v ${v}" } notify { 'c': } }
include c
