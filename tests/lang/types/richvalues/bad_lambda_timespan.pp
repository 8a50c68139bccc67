notice(with(Timespan(5)) |Timespan[0, 1] $t| { $t })
