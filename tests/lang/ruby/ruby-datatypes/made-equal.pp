notice(Dt::Made('a') == Dt::Made('a'))
$x = Dt::Made('a')
notice({$x => 1}[$x])
notice({$x => 1}[Dt::Made('a')])
