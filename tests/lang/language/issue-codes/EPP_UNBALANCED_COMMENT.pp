notice(inline_epp('<%# open'))
