class p { notice('parent') notify { 'p': } }
class q inherits p { notice('child') notify { 'q': } }
include q
