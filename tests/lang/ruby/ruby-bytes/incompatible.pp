$b = inline_template('<%= "\u00e9".b %>')
notify { 'x': message => "é${b}" }
