notice(generate('/bin/../echo'))
