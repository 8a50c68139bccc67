define d() { Notify { message => "m ${title}" } e { "e${title}": } }
define e() { notify { "n${title}": } }
d { ['1', '2']: }
