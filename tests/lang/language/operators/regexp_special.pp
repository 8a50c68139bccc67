notice('a.b' =~ /^a\.b$/, "line1\nline2" =~ /^line2$/, 'Ünï' =~ /\A\p{L}+\z/, 'ab12' =~ /(?<l>[a-z]+)(?<d>\d+)/, "a\nb" =~ /a.b/, 'x' =~ /(?i)X/)
