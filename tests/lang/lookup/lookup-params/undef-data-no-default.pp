# environment: site
class lp($undef_data) { notice(String($undef_data, '%p')) }
include lp
