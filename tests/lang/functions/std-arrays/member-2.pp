notice(String(member(['a', ''], ''), '%p'))
