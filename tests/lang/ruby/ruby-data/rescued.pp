notice(lookup('rubydata::rescued'))
