# environment: site
class lp($chosen) { notice($chosen) }
include lp
notice(lookup('some'))
