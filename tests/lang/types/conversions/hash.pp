notice(Hash([[1, 2], [3, 4]]), Hash([1, 2, 3, 4]), Hash({ 'a' => 1 }), Hash([]), Hash('ab'), Hash(2), Hash([[[1, 2], 3]]))
