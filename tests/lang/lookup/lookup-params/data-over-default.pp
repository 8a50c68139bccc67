# environment: site
class lp($plain = 'default') { notice($plain) }
include lp
