define d1 { d2 { $title: } }
define d2 { d3 { $title: } }
define d3 { d4 { $title: } }
define d4 { notify { "bottom ${title}": } }
d1 { 'x': }
