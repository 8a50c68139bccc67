function f(Sensitive[String] $s) { $s.unwrap.length }
notice(f(Sensitive('abc')))
notice(f('abc'))
