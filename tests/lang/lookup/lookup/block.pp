# environment: site
notice(lookup('nope') |$k| { "no ${k}" })
