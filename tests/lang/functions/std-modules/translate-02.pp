translate('%{nope}', {a => 1})
