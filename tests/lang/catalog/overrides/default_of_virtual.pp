Notify { message => 'x' }
@notify { 'v': }
realize(Notify['v'])
@@notify { 'e': }
