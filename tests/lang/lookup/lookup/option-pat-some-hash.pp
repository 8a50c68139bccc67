# environment: site
notice(String(lookup('pat::some_hash'), '%p'))
