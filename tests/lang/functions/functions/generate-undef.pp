notice(generate(undef))
