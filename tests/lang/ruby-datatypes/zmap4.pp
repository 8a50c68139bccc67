type Mod = Object[{attributes => {a => String}}]
type Runtime[ruby, 'PuppetX::Dt::Late'] = Mod
notice(Mod('x'))
