notice(lookup('rubyerr::fail'))
