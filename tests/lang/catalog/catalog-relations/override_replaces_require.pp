class base { notify { 'a': require => Notify['x'] } notify { ['x', 'y']: } }
class over inherits base { Notify['a'] { require => Notify['y'] } }
include over
