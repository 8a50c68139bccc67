notice("${undef}|${1.5}|${[1, [2, undef], { a => 'b' }]}|${{ 'x' => undef }}|${/re/}|${Integer}|${$facts['virtual']}")
