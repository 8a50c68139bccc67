notice(epp('/no/such/file.epp'))
