notice(generate('/bin/false', 'x', 'y z'))
