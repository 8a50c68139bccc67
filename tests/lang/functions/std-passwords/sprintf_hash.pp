notice(String(sprintf_hash('%<a>d %{b}', {'a' => 1, 'b' => 'x'}), '%p'))
