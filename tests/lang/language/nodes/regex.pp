# node: web42.example.com
node /^web(\d+)\.(.*)$/ { notice("number ${1} of ${2}") notify { 'w': } }
node default { }
