type A = Object[{parent => Annotation}]
type O = Object[{attributes => {a => {type => Integer, annotations => {A => {}}}}}]
notice(O)
