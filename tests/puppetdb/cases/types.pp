# Types of a module: a namevar of another name, and two of them.
gadget { 'first': thing => 'other', size => 3 }
gadget { 'second': require => Gadget['other'] }
twofold { 'a@b': alias => 'c' }
notify { 'n': subscribe => [Gadget['first'], Twofold['a@b']] }
