Class['a'] { 'b': }
