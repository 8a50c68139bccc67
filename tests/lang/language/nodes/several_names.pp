# node: b.example.com
node 'a.example.com', 'b.example.com', /^c\d/ { notice('one of three') }
