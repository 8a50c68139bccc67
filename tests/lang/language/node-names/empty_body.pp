# node: web1
node 'web1' { }
notify { 'top': }
