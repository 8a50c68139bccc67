notice(Deferred('f', ["a'b", 1.5, undef, default, /x/, Integer, {a => b}]))
