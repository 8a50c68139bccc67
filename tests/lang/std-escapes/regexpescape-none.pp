notice(regexpescape())
