class c { include pb::inner }
include c
