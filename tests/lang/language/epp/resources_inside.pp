inline_epp('<% notify { "made in epp": } %>')
