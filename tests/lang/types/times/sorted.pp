notice(sort([SemVer('2.0.0'), SemVer('10.0.0'), SemVer('1.0.0')]), sort([Timespan(3), Timespan(1)]), sort([2, Timespan(1)]))
