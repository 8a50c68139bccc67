$r = inline_epp('<% $local = 5 %><%= $local %>')
notice($r, "[${local}]")
