notice(lookup('rubyerr::argument'))
