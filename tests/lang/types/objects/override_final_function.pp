type A = Object[{attributes => {a => Integer}}]
type B = Object[{parent => A, attributes => {b => Integer}, functions => {f => {type => Callable[[], Integer], final => true}}}]
type C = Object[{parent => B, functions => {f => {type => Callable[[], Integer], override => true}}}]
notice(C)
