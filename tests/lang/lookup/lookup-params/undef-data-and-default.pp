# environment: site
class lp($undef_data = 'default') { notice($undef_data) }
include lp
