# node: 12
node 12 { notice('it') }
