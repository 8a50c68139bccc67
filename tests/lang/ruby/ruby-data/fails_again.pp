notice(lookup('rubyerr::again'))
