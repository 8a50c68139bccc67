notify { 'a': subscribe => File['/nope'] }
