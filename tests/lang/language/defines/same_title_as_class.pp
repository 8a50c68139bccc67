class c { notify { 'class': } }
define d { notify { "define ${title}": } }
include c
d { 'c': }
