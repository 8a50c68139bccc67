# environment: site
class lp(Hash $merged, Array $list) { notice($merged, $list) }
include lp
