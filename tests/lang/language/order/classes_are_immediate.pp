class c { notice('in c') }
notice('before')
include c
notice('after')
