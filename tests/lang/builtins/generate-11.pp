notice(generate('/bin/echo'))
