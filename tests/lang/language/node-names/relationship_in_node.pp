# node: web1
notify { 'x': }
node 'web1' { notify { 'y': } Notify['x'] -> Notify['y'] }
