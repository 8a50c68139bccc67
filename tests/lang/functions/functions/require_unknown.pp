class c { require nosuch }
include c
