class base { user { 'u': password => 'plain' } }
class over inherits base { User['u'] { password => Sensitive('x') } }
include over
