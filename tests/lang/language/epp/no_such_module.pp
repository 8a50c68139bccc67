notice(epp('nomodule/absent.epp'))
