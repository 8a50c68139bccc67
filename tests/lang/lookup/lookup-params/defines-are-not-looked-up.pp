# environment: site
define lp($plain = 'default') { notice($plain) }
lp { 'x': }
