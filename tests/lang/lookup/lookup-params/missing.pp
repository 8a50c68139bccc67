# environment: site
class lp($nothing) { }
include lp
