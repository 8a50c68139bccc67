class taker(Dt::Person $who, Optional[Dt::Made] $made = undef) {
  notice($who.name, $made =~ Undef)
}
class { 'taker': who => Dt::Person('ann', 1) }
define each_one(Variant[Dt::Person, Dt::Plain] $of) { notice("${title}: ${of.name}") }
each_one { 'a': of => Dt::Person('p', 1) }
each_one { 'b': of => Dt::Plain('q') }
function older(Dt::Person $p) >> Integer { $p.age + 1 }
notice(older(Dt::Person('x', 2000)), Dt::Person('x', 2000).older)
$p = Dt::Person('x', 2000)
notice($p ? { Dt::Made => 'made', Dt::Person => 'person' })
case $p { Dt::Plain: { notice('plain') } Dt::Person: { notice('person') } default: {} }
notice($p ? { Dt::Person('x', 2000) => 'same', default => 'other' })
notice([$p, Dt::Person('a', 1)].map |$x| { $x.age })
notice([$p, 1].filter |$x| { $x =~ Dt::Person })
notice($p.then |$x| { $x.shout })
notice(assert_type(Dt::Person, $p))
notice(Sensitive($p), Sensitive($p).unwrap.age)
notice(inline_epp('<%= $p.age %> <%= $p %>', {p => $p}))
type Folks = Array[Dt::Person]
notice([$p] =~ Folks, [1] =~ Folks)
notice(Init[Dt::Person] == Init[Dt::Person], ['n', 3] =~ Init[Dt::Person], ['n'] =~ Init[Dt::Person])
notice(Dt::Person.new({name => 'n', born => 3}), new(Dt::Person, 'n', 3))
notice($p.type == Dt::Person, type($p) == type(Dt::Person('q', 1)))
notice(Dt::Person == Dt::Person, Type[Dt::Person], $p =~ Type, Dt::Person =~ Type[Object])
with($p) |Dt::Person $q| { notice($q.email =~ Undef) }
notice("${p.name} ${$p.greet('hi')}")
$made = Dt::Made('m')
notice($made ? { Dt::Made => 'yes', default => 'no' }, [$made] =~ Array[Dt::Made], {a => $made} =~ Hash[String, Dt::Made])
