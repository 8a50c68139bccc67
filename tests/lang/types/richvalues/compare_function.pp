notice(compare(1, Timespan(2)), compare(Timespan(2.5), 2), compare(Timestamp(2.5), 2.1), compare(SemVer('1.0.0'), SemVer('1.1.0')), compare(Timespan(3), Timespan(3)))
