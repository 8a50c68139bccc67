notice(5.map |$x| { break() })
