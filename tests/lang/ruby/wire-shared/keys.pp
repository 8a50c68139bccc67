$k = [1]
notice(shared::places({$k => $k, 'x' => $k, {'k' => $k} => 1}))
notice(shared::yaml({$k => $k, 'x' => $k}))
