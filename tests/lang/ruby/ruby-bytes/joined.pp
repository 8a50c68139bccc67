$b = inline_template('<%= "\u00e9".b %>')
$x = 'x'
$joined = ["a${b}", "${b}a${x}", "${b}", "${x}1${x}2${x}3${b}4${x}5${x}6${x}7${b}8${x}9", "${x}é"]
notice(inline_template('<%= @joined.map { |one| [one.encoding.to_s, one.bytesize] } %>'))
notify { 'joined': message => $joined }
