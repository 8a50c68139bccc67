notice(lookup('rubyerr::symbols'))
