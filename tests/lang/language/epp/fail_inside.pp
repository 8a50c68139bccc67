notice(inline_epp('<% fail("from epp") %>'))
