$kept = 1
class c { $v = 'loc' notice(inline_epp('<%- | $a = 3 | -%><%= $a %><%= $v %>')) }
include c
