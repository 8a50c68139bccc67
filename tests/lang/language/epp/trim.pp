notice(epp('base/trim.epp'))
