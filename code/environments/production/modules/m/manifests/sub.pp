class m::sub { $x = generate("/bin/echo", "arg-of-a-program") }
