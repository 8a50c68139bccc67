notice(Float('0b11'), Float('-0x11'), Float('010'), Float('+ 1.5'), Float('1e3'), Float(3), Float(true), Float(Timespan(1.5)), Float('-2.5', true), Float({ 'from' => '-1', 'abs' => true }))
