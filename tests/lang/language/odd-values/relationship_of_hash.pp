notify { 'a': require => [{ 'a' => 1 }, undef] }
