class first { }
define d { require first notify { "d ${title}": } }
d { 'x': }
