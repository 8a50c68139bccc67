notice(Tuple[Integer, Integer]([1, 2]), Tuple[Integer, String]({ 1 => 'a' }.map |$k, $v| { $k } + ['b']), Struct[{ 'a' => Integer }](['a', 1]))
