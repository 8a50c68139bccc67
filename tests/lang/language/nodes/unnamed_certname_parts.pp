# node: localhost
node 'localhost' { notice($trusted['hostname'], "[${trusted['domain']}]") }
