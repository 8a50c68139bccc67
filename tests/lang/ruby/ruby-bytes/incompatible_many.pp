$b = inline_template('<%= "\u00e9".b %>')
$x = 'x'
notify { 'x': message => "${x}1${x}2${x}3${b}4${x}5${x}6${x}7${b}8${x}é" }
