# node: web1
node /^web\d$/ { notify { 'x': } }
