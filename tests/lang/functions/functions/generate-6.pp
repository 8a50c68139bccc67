notice(generate('/bin/ec$ho'))
