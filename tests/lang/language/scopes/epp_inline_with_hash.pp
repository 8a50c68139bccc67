$v = 'top'
notice(inline_epp('<%= $v %>-<%= $w %>', { 'w' => 2 }))
