notice({ 'a' => 1 } + Timespan(5))
