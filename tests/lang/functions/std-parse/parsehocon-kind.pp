notice(parsehocon(1))
