notice(lookup('rubydata::a'), lookup('rubydata::a'))
