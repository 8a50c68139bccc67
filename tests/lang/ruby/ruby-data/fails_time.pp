notice(lookup('rubyerr::time'))
