# node: 1.5
node 1.5 { notice('it') }
