type Point = Object[{
  attributes => {
    x => Integer,
    y => { type => Integer, value => 1 },
    sum => { type => Integer, kind => derived, annotations => { RubyMethod => { body => '@x + @y' } } }
  },
  functions => {
    plus => { type => Callable[[Integer], Integer], annotations => { RubyMethod => { body => '@x + n', parameters => 'n' } } },
    scaled => { type => Callable[[Integer, Integer], Point], annotations => { RubyMethod => { body => 'self.class.new(@x * n, @y * m)', parameters => 'n, m' } } },
    plain => Callable[[], Integer]
  }
}]
type Point3 = Object[{parent => Point, attributes => { z => Integer }, functions => {
  all => { type => Callable[[0, 0], Array], annotations => { RubyMethod => { body => '[@x, y, z, plus(1)]' } } } } }]
$p = Point(3)
notice($p, $p.sum, $p.plus(4), $p.scaled(2, 3), $p == Point(3, 1), $p == Point(3, 2))
notice(Point3(1, 5), Point3({x => 1, y => 2, z => 3}).all, Point3(1, 5) =~ Point)
notice({$p => 'a'}[Point(3)], {$p => 'a'}[Point(4)])
notice(String([$p, {a => $p}], '%#p'))
