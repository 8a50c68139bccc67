class c { $v = 'loc' notice(inline_epp('<%= $v %>')) }
include c
