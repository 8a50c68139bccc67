notice(lookup('rubydata::memory'))
