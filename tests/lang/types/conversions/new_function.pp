notice(new(Integer, '5'), Integer.new('6'), Timespan.new(1).type)
