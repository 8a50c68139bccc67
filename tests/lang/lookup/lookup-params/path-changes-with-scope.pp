# environment: site
class other { $hostname = 'y' notice(lookup('some')) }
notice(lookup('some'))
include other
notice(lookup('some'))
