# environment: site
define lp($plain) { notice($plain) }
lp { 'x': }
