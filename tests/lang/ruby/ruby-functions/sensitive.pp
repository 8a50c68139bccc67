notice(rubyfns::kinds(Sensitive('x')), rubyfns::echo(Sensitive(Sensitive(1))).unwrap.unwrap)
