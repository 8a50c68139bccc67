# environment: site
include lpm
