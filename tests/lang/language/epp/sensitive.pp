$r = inline_epp('secret <%= $p %>', { 'p' => Sensitive('hidden') })
notice($r)
