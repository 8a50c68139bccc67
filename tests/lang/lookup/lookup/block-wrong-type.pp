# environment: site
notice(lookup('nope', Integer) |$k| { 'text' })
