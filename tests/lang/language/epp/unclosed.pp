notice(epp('base/unclosed.epp'))
