notice('Abc' in ['aBC'], 'b' in 'aBc', 'x' in { 'X' => 1 }, /ABC/ in ['abc'], 'a' in ['a', 'b'], undef in [undef], [] in [[]])
