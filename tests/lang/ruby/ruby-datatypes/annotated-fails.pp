type Point = Object[{
  attributes => { x => Integer },
  functions => { f => { type => Callable[[0, 0], Integer], annotations => { RubyMethod => { body => 'raise "no #{@x}"' } } } }
}]
notice(Point(1).f)
