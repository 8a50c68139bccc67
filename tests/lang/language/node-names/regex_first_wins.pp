# node: web1
node /web/ { notice('first') }
node /^web1$/ { notice('second') }
