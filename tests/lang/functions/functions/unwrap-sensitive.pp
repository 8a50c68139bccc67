notice(unwrap(Sensitive(5)), unwrap(5), unwrap(Sensitive(5)) |$x| { $x + 1 })
