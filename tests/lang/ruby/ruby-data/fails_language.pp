notice(lookup('rubyerr::language'))
