notice(Timespan({ 'dayz' => 1 }))
