notice([1] + Timespan(5), [1, Timespan(5)] - Timespan(5))
