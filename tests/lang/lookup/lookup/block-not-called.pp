# environment: site
notice(lookup('who') |$k| { fail('called') })
