notice(split('a,b,,c,,', ','), split('abc', ''), split('', ','), split('a1b2', /\d/), split('a1b2', /(\d)/), split('a.b', '.'), split('a.b','[.]'), split(' a  b ', ' '), split('äöü', ''))
