type A = Object[{attributes => {a => Integer}}]
notice(convert_to({a => 1}, A), convert_to(3, A))
