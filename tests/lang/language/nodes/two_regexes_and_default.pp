# node: other.example.com
node /^web/ { notice('web') }
node /^db/ { notice('db') }
node default { notice('default') }
