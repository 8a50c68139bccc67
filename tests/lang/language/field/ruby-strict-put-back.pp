notice(fieldload::lenient('nowhere'))
notice(fieldload::lenient('fieldload::nowhere::x'))
$a = 1
notice(fieldload::lenient('a'))
notice($nothing)
