class c { @notify { 'v': tag => 'mine' } }
include c
realize(Notify['v'])
