# Objects of types with type parameters: a single format is not used, and they are no containers.
type P = Object[{type_parameters => {p => Integer}, attributes => {p => Integer}}]
type Q = Object[{attributes => {q => Integer}}]
notice(String(P(1), '%d'), String(P(1), '%#p'), String(P(1), {P => '%#p'}), String(P(1), {P[1] => '%d'}))
notice(String([P(1)], {Object => '%d'}), String([[P(1)]], '%#a'))
notice(String(Error('m'), '%d'), String(Error('m'), {Error => '%s'}), String([Error('m', 'k')], {Error['k'] => '%d'}))
notice(String(Q(1), '%#p'), String([Q(1)], '%#a'))
