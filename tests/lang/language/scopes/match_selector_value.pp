notice('abc' ? { /a(.)c/ => $1, default => 'none' })
