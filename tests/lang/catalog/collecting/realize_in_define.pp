@notify { 'a': }
define d() { realize(Notify['a']) }
d { 'x': }
