notice(lookup('rubydata::b'), lookup('rubydata::c'))
include rubydata
