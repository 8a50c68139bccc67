notice(lookup('rubydata::dug.a.b.1'), lookup('rubydata::dug'))
