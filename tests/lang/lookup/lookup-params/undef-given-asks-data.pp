# environment: site
class lp($plain) { notice($plain) }
class { 'lp': plain => undef }
