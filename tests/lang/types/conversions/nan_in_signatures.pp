# NaN is no instance of Float and Numeric, so conversions and functions do not accept it.
$nan = 0.0 / 0.0
notify { 'r': message => [$nan =~ Float, $nan =~ Numeric, $nan =~ Scalar, case $nan { Numeric: { 'n' } default: { 'd' } },
    Float <= type($nan), type($nan) <= Numeric] }
notice(round($nan))
