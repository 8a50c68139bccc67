# node: web42.example.com
node /^web/ { notice('first') }
node /^web42/ { notice('second') }
