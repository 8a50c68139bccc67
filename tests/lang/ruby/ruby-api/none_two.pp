ra_none { 'a': } ra_none { 'b': }
