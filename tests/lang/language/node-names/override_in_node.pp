# node: web1
notify { 'x': message => 'a' }
node 'web1' { Notify['x'] { message => 'b' } }
