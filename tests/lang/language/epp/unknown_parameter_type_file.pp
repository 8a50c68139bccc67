
    notice(epp('base/unknown_type.epp'))
