type X = TypeSet[{pcore_version => '1.0.0', version => '1.0.0', types => {
  Base => Object[{attributes => {a => Integer}}],
  Sub => Object{ parent => Base, attributes => {b => Integer}},
  Other => Base{ attributes => {c => Integer}}
}}]
notice(X)
notice(X::Sub(1, 2))
notice(X::Other(1, 2))
