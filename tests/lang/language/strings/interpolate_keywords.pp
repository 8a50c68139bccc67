$class = 'c'
$if = 'i'
notice("${class} ${if}")
