notice(member(['a'], []))
