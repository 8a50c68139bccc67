# A default does not help against a path that is none.
notice(parsehocon('1..3', 'other'))
