define my::own::thing($v = $name) { notify { "v ${v}": } }
my::own::thing { 'x': }
My::Own::Thing['x'] -> notify { 'last': }
