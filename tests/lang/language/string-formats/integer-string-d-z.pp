notice(String.new(1, {Integer => '%d', String => '%z'}))
