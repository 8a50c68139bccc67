function is_even(Integer $n) { if $n == 0 { true } else { is_odd($n - 1) } }
function is_odd(Integer $n) { if $n == 0 { false } else { is_even($n - 1) } }
notice(is_even(10), is_odd(10))
