notice(Struct[{ 'a' => Integer }](['a', 'b']))
