class base { user { 'u': password => Sensitive('x') } }
class over inherits base { User['u'] { password => 'plain' } }
include over
