notice(lookup('rubyerr::declared'))
