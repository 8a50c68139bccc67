# environment: site
class lp($plain) { notify { $plain: } }
include lp
