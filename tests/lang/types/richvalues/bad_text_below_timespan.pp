notice('a' < Timespan(5))
