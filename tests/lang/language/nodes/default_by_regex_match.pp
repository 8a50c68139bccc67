# node: test
node /d(e)f/ { notice("match: ${0} ${1}") }
node 'other' { }
