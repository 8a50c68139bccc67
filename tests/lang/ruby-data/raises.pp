notice(lookup('rubydata::raises'))
