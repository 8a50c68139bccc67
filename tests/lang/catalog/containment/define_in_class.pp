class c { d { 'x': } }
define d { notify { "d ${title}": } e { "e ${title}": } }
define e { notify { "e ${title}": } }
include c
