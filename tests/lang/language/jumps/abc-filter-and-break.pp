notice('abc'.filter |$x| { $x == 'b' and break() })
