notice(inline_epp('<% deprecation("x", "y") %>'))
