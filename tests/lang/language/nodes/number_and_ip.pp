# node: 192.0.2.7
node '192.0.2.7' { notice('an address') }
