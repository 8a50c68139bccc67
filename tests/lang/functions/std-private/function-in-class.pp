class c { pb::f() }
include c
