class c { stage { 'inner': require => Stage['main'] } }
include c
