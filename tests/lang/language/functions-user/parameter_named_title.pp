function f($title, $name) { "${title}${name}" }
notice(f(1, 2))
