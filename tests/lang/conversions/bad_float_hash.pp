notice(Float({ 'from' => [] }))
