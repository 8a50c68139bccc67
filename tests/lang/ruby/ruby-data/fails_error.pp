notice(lookup('rubyerr::error'))
