class p { notify { 'a': noop => true } }
class k inherits p { Notify['a'] { noop => false, tag => 'kid' } }
include k
