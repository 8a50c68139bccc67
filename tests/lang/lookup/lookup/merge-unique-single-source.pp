# environment: site
notice(String(lookup('pat::list'), '%p'))
