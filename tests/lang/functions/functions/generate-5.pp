notice(generate('/bin/nonexistent'))
