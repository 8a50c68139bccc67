# node: web1
node 'web1' { file { '/x': } }
file { '/y': }
