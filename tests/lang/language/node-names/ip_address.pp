# node: 10.0.0.1
node '10.0.0.1' { notice('it') }
