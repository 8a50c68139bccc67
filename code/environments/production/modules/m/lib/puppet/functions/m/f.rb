Puppet::Functions.create_function(:"m::f") { dispatch(:f) { param "Any", :x }; def f(x); x; end }
