# environment: site
notice(String(lookup("nested.'x.y'.z"), '%p'))
