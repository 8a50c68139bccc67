# environment: site
class lp($plain, $also = "${plain}!") { notice($also) }
include lp
