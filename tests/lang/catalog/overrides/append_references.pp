class p { file { '/a': require => Notify['x'] } notify { ['x', 'y', 'z']: } }
class k inherits p { File['/a'] { require +> [Notify['y'], Notify['z']] } }
include k
