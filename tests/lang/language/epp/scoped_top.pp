notice(epp('base/scoped.epp'))
