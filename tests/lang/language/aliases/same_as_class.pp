class ee { }
type Ee = Integer
notice(1 =~ Ee)
