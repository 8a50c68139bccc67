class c { notice('first') }
class c { notice('second') }
include c
