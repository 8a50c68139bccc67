notice(epp('justaname'))
