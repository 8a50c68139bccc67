type Runtime[ruby, 'PuppetX::Dt::Late'] = Mapped
type Mapped = Object[{attributes => {a => String}, functions => {shout => Callable[[], String]}}]
$n = dt::early('eve')
notice($n, type($n), $n =~ Mapped, $n.shout, $n.a)
notice(String($n), dt::data($n))
notice(Mapped('x'))
