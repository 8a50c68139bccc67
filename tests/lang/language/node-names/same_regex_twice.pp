# node: web1
node /web/ { }
node /web/ { }
