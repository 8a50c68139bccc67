notice(Numeric('010'), Numeric('0x1f'), Numeric('0b11'), Numeric('1.5'), Numeric(true), Numeric(-5, true), Numeric(Timespan(2)), Numeric({ 'from' => '12' }), Numeric(2.5))
