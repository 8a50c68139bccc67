notice(epp('base/'))
