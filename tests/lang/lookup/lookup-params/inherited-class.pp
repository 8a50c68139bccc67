# environment: site
class base($x = 1) { }
class lp($plain) inherits base { notice($plain, $x) }
include lp
