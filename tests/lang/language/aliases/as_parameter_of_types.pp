type Small = Integer[0, 9]
notice([1, 2] =~ Array[Small], [10] =~ Array[Small], { 'a' => 3 } =~ Hash[String, Small])
