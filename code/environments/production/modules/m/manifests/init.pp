class m($p, $q = 2) {
  include m::sub
  m::d { 'one': }
  Notify { loglevel => notice }
  notify { 'epp': message => epp('m/x.epp') }
  notify { 'erb': message => template('m/y.erb') }
  @notify { 'virt': }
  Notify <| title == 'virt' |> { message => 'overridden' }
  $found = lookup('deep')
  $other = lookup('nowhere', undef, undef, 1)
  Notify['virt'] -> M::D['one']
}
