notice(swapcase({'a' => 'B'}))
