class c { stage { 'late': } }
include c
class l { notify { 'x': } }
class { 'l': stage => 'late' }
