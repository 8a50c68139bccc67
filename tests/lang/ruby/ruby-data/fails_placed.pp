notice(lookup('rubyerr::placed'))
