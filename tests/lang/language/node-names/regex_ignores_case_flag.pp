# node: web1
node /(?i)WEB/ { notice('it') }
