type T = Variant[Timespan[1, 5], Timespan[3, 9], Timespan]
notice(T, Timespan(7) =~ T)
