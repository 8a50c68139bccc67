# node: web12.example.com
node /^([a-z]+)(\d+)\.(.*)$/ { notice($0, $1, $2, $3) }
