notice(generate('/bin/sh', '-c', 'echo err >&2; exit 3'))
