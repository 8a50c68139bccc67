notice(Timespan('1-02:03:04.5'), Timespan('02:03:04'), Timespan('03:04.25'), Timespan('5.5'), Timespan('5'), Timespan('-5.25'), Timespan('1-02:03'), Timespan('100:00:00'))
