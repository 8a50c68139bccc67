class lp($plain = 'default') { notice($plain) }
include lp
