class p { notify { 'a': message => 'old' } }
class q inherits p { Resource['notify', 'a'] { message => 'new' } }
include q
