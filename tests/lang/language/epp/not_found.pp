notice(epp('base/absent.epp'))
