notice(inline_epp('text <%= $x'))
