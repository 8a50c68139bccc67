notice(/ab+c/)
$r = /^\/etc\/.*$/
notice($r, 'x' =~ /X/, 'x' =~ /(?i:X)/)
