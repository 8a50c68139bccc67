notice(suffix(['a'], {'b' => 1}))
