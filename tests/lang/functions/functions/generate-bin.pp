notice(generate('/bin/sh', '-c', 'echo out; echo err >&2; pwd'))
