notice([1, 2].any |$x| { $x == 2 }, [1, 2].all |$x| { $x > 0 })
notice({ 'a' => 1 }.any |$k, $v| { $v == 1 }, [].any |$x| { true }, [].all |$x| { false })
