notify { 'With Spaces & Symbols!': }
notify { "multi\nline": }
notify { 'a::b': }
notify { 'UPPER': }
