define dd() { }
type Dd = Integer
