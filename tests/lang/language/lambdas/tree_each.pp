tree_each([1, [2, { 'a' => 3 }]]) |$path, $v| { notice($path, $v) }
