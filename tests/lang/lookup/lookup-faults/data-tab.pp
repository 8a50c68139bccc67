# environment: data-tab
notice(lookup('a'))
