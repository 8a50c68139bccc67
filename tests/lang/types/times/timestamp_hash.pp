notice(Timestamp({ 'string' => '2016-01-01', 'format' => '%F', 'timezone' => '-2' }), Timestamp({ 'string' => '2016-01-01', 'format' => ['%Y', '%F'] }), Timestamp({ 'string' => '2016-01-01' }))
