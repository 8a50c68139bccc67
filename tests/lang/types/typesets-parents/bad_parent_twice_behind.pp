type X = TypeSet[{pcore_version => '1.0.0', version => '1.0.0', types => {
  Base => Object[{attributes => {a => Integer}}],
  Sub => Base{ attributes => {b => Integer}, parent => Base }
}}]
notice(X)
