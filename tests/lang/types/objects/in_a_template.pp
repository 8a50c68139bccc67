type A = Object[{attributes => {a => Integer}}]
notice(inline_epp('<%= $x %>', {x => A(1)}))
