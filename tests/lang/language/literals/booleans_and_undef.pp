notice(true, false, undef, default)
$x = undef
notice("[${x}]")
