# environment: site
notice(String(lookup({name => ['nope', 'who']}), '%p'))
