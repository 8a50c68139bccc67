define d { notify { "1 ${title}": } -> notify { "2 ${title}": } }
d { 'a': } -> d { 'b': }
