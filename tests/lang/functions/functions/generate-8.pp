notice(generate(5))
