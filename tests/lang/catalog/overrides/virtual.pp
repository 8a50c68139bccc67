class p { @notify { 'v': message => 'old' } }
class q inherits p { Notify['v'] { message => 'new' } }
include q
realize(Notify['v'])
