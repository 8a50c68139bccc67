class my::own::class { notify { 'some title': } }
define my::thing { notify { 'inside': } }
include my::own::class
my::thing { 'thing-title': }
