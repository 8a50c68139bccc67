notice(getvar('x') |$e| { break() })
