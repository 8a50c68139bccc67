class c { contain nosuch }
include c
