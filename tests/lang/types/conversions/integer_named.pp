notice(Integer({ 'from' => '77', 'radix' => 8 }), Integer({ 'from' => -5, 'abs' => true }))
