# Floats without a number: the formats of Float do not apply to NaN.
$nan = 0.0 / 0.0
$inf = Float('1e400')
notify { 'r': message => [String($nan), String($nan, '%d'), String($nan, '%p'), String($nan, '%Q'), String($inf), String(-$inf),
    String($inf, '%e'), "${nan}${inf}", String([$nan, $inf]), String($nan, { Scalar => '%10s' }), String($nan, { Float => '%d' }),
    String(type($inf)), String(type(-$inf)), String(type($nan))] }
