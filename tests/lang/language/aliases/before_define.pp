type Dd = Integer
define dd() { }
