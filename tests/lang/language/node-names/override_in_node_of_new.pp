# node: web1
notify { 'x': }
node 'web1' { Notify['x'] { message => 'b' } }
