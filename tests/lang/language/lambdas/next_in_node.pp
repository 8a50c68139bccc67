# node: alpha.example.com
node 'alpha.example.com' { notice('one') next() notice('two') }
