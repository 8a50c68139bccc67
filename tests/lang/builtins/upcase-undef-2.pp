notice(upcase([undef]))
