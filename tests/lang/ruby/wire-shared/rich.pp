$r = /x/
$s = Sensitive([1])
notice(shared::places([$r, $r, /x/]))
notice(shared::yaml([$r, $r, /x/]))
notice(shared::places([$s, $s, Sensitive([1]), $s.unwrap]))
$i = [1]
$t = Sensitive($i)
notice(shared::places([$t, $i, $t.unwrap]))
