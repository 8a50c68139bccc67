$h = { 'a' => { 'x' => 1 }, 'b' => { 'x' => 2 } }
notice($h.map |$k, $v| { [$k, $v['x']] }, $h.reduce(0) |$m, $p| { $m + $p[1]['x'] })
