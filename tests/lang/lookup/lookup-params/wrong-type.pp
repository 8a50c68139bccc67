# environment: site
class lp(Integer $typed) { }
include lp
