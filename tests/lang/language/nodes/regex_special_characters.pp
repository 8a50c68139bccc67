# node: db-01.west.example.com
node /^db-\d+\.(west|east)\./ { notice("in the ${1}") }
