type E = Enum['x','y']
type I = Integer[1,3]
$e = Enum['x','y'] $i = Integer[1,3] $a = E $b = I $s = String[1,5] $f = Float[1.0,2.0] $arr = Array[Integer,1,2]
$h = Hash[String,Integer] $st = Struct[{a => Integer, Optional[b] => String}] $v = Variant[Integer,String] $p = Pattern[/a/]
$t = Tuple[Integer,String] $o = Optional[String] $c = Class['x'] $r = File['/x'] $ty = Type[Integer[1,2]] $any = Integer $cs = Enum['a', true]
$cb = Callable[[Integer], String] $vi = Variant[Array, Hash] $nu = NotUndef[Integer]
[ '<% @e.each do |r| %><%= r %>;<% end %>',
  '<% @i.each do |r| %><%= r %>;<% end %>',
  '<% @a.each do |r| %><%= r %>;<% end %>',
  '<% @b.each do |r| %><%= r %>;<% end %>',
  '<%= [@i.from,@i.to,@i.size,@i.range.to_s,@i.unbounded?,@i.numeric_from,@i.numeric_to,@i.finite_range?].inspect %>',
  '<%= [@any.from,@any.size.to_s,@any.range.to_s,@any.finite_range?,@any.to_size.to_s,@i.to_size.to_s,@any.unbounded?].inspect %>',
  '<%= [@e.values,@e.case_insensitive?,@cs.case_insensitive?,@cs.values].inspect %>',
  '<%= [@a.name,@a.resolved_type.values,@a.to_s,@b.resolved_type.from,@b.from,@a.values].inspect %>',
  '<%= [@e.name,@e.simple_name,@i.name].inspect %>',
  '<%= @i.each.map { |x| x * 2 }.inspect %>',
  '<%= [@e,@s,@i,@f,@arr,@h,@st,@v,@vi,@t,@o,@ty,@a,@p,@c,@cb,@any].map(&:iterable?).inspect %>',
  '<%= [@s.size_type.from,@s.size_type.to,@arr.element_type.to_s,@arr.size_type.to_s,@arr.size_range.inspect,@h.size_range.inspect].inspect %>',
  '<%= [@h.key_type.to_s,@h.value_type.to_s,@h.element_type.to_s,@h.is_the_empty_hash?,@arr.has_empty_range?].inspect %>',
  '<%= @st.elements.map { |x| [x.name,x.value_type.to_s,x.key_type.to_s] }.inspect %>',
  '<% @st.each do |x| %><%= x.name %>,<% end %><%= @st.hashed_elements.keys.inspect %><%= @st.hashed_elements["b"].value_type %>',
  '<%= @v.types.map(&:to_s).inspect %><% @v.each do |x| %> <%= x %><% end %>',
  '<%= @p.patterns.map { |x| [x.pattern.to_s,x.regexp.inspect] }.inspect %>',
  '<%= [@t.types.map(&:to_s),@t.size_range.inspect,@t.each.class.name].inspect %>',
  '<%= [@o.type.to_s,@o.optional_type.to_s,@nu.type.to_s].inspect %>',
  '<%= [@c.class_name,@c.to_s,@r.type_name,@r.title,@r.to_s,@r.downcased_name].inspect %>',
  '<%= [@ty.type.to_s,@ty.to_s,@f.from,@f.to].inspect %>',
  '<%= [@i.instance?(2),@i.instance?(9),@e.instance?("x"),@i.assignable?(@b),@i == @b,@i == @i,@i.hash == @i.hash].inspect %>',
  '<%= [@i.simple_name,@i.roundtrip_with_string?,@e.roundtrip_with_string?,@arr.roundtrip_with_string?,@i.kind_of_callable?,@cb.kind_of_callable?].inspect %>',
  '<%= [@i.really_instance?(2),@i.really_instance?("x"),@i.callable?(@i),@cb.block_range,@i.generalize.to_s,@v.generalize.to_s].inspect %>',
  '<%= [@i.create("2"),@i.resolve(nil).to_s,@i.to_alias_expanded_s,@a.to_alias_expanded_s,@v.normalize.to_s].inspect %>',
].each |$n, $t| { notice("${n}: ${inline_template($t)}") }
