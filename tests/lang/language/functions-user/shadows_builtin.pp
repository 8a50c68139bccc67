function upcase($x) { "mine ${x}" }
notice(upcase('a'))
