# environment: config-tab
notice(lookup('a'))
