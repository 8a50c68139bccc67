class c { notice(3 =~ Later) }
include c
type Later = Integer
