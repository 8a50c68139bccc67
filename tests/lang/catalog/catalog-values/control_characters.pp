notify { 'a': message => "tab\tline\nreturn\rquote\"back\\slash" }
