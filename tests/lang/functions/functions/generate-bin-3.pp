notice(generate('/bin/sh', '-c', 'kill -9 $$'))
