notice(epp())
