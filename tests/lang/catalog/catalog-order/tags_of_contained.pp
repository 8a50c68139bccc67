class a::b { define a::d() { notify { "n ${title}": tag => 'own' } } a::d { 't': tag => ['x', 'Y'] } }
include a::b
