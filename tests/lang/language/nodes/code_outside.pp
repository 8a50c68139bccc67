notice('top code first')
node default { notice('node code') notify { 'n': } }
notify { 't': }
