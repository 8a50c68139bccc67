# environment: data-ruby-object
notice(lookup('a'))
