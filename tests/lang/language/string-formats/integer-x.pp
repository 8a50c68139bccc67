notice(String([1,2], {Integer => '%x'}))
