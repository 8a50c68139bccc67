# environment: site
class lp($in_text) { notice($in_text) }
include lp
