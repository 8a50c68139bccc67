notice(String(1, {Integer=>'x'}))
