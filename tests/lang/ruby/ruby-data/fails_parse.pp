notice(lookup('rubyerr::parse'))
