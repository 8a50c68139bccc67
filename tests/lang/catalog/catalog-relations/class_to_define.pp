class k { notify { 'k': } }
define d() { notify { $title: } }
include k
d { 't': }
Class['k'] ~> D['t']
