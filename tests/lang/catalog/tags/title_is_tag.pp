notify { 'valid-title': }
notify { 'not a valid title': }
notify { 'a::b::c': }
