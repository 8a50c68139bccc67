notice(lookup('rubydata::wrong'))
