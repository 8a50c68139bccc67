notice(epp('base/broken.epp'))
