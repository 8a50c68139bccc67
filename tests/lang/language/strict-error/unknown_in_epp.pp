notice(inline_epp('<%= $nothing %>'))
