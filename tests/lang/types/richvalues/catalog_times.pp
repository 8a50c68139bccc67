notify { 'a': message => Timestamp(1462109430.5), withpath => true }
notify { 'b': message => [Timespan('1-02:03:04.5'), { 'x' => Timespan(0) }] }
