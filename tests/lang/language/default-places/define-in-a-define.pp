define e($x = lookup('a_missing')) { }

define d() { e { $title: } }

d { 'a': }
