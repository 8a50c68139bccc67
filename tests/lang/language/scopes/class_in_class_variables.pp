class outer { $v = 'outer' class inner { notice("<${v}>", "<${outer::v}>") } include outer::inner }
include outer
