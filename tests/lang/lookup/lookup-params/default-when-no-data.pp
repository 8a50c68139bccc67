# environment: site
class lp($nothing = 'default') { notice($nothing) }
include lp
