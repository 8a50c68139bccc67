# node: a_b
node 'a_b' { notice('it') }
