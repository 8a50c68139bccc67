type Point = Object[{
  attributes => { x => Integer },
  functions => {
    plus => { type => Callable[[Integer], Integer], annotations => { RubyMethod => { body => '@x + n', parameters => 'n' } } },
    plain => Callable[[], Integer]
  }
}]
notice(Point(1).plus(2))
notice(Point(1).plain)
