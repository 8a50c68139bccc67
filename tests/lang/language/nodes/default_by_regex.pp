# node: test
node /a.*(c)?/ { notice("the word default matches this") }
node 'a.c' { }
