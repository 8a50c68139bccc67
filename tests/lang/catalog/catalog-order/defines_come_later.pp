define d() { notify { "in ${title}": } }
d { 'one': }
notify { 'between': }
d { 'two': }
