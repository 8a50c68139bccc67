# Titles that are hard to write.
notify { "two\nlines": }
notify { 'brackets[x]': }
notify { 'a]b[c': require => Notify["two\nlines"] }
notify { "quote ' and \" é 漢": require => [Notify['brackets[x]'], Notify['a]b[c']] }
notify { '42': message => 42 }
define d::e { notify { "in ${title}": } }
d::e { 'x[y]': }
notify { 'last': require => D::E['x[y]'] }
