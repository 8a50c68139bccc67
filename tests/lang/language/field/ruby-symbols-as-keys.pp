# Before anything else of Ruby was used.
$s = fieldload::odd('symbols')
notice($s['list'], $s.map |$k, $v| { "${k}" }, $s == fieldload::odd('symbols'))
notice(({ 1 => 2 } + $s).length, unique([$s, $s]).length)
