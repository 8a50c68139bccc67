# environment: site
include lpnone
