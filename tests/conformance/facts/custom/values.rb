# Every kind of value, and names.
Facter.add(:v_string) { setcode { 'text' } }
Facter.add('V_Upper') { setcode { 'lower case name' } }
Facter.add(:v_symbol) { setcode { :symbol } }
Facter.add(:v_integer) { setcode { 42 } }
Facter.add(:v_negative) { setcode { -7 } }
Facter.add(:v_float) { setcode { 1.5 } }
Facter.add(:v_true) { setcode { true } }
Facter.add(:v_false) { setcode { false } }
Facter.add(:v_nil) { setcode { nil } }
Facter.add(:v_empty) { setcode { '' } }
Facter.add(:v_array) { setcode { [1, 'two', [:three], nil] } }
Facter.add(:v_hash) { setcode { { 'b' => 1, a: { 2 => [{ z: nil }] } } } }
Facter.add(:v_time) { setcode { Time.at(0).utc } }
Facter.add(:v_date) { setcode { Date.new(2020, 1, 31) } }
Facter.add(:v_latin1) { setcode { "\xe9".dup.force_encoding('ISO-8859-1') } }
Facter.add(:v_bytes) { setcode { "\xff" } }
Facter.add(:v_object) { setcode { Object.new } }
Facter.add(:v_inside) { setcode { [Object.new] } }
Facter.add('v.dotted.name') { setcode { 1 } }
Facter.add(:v_frozen) { setcode { 'x'.freeze } }
Facter.add(:v_value, value: 'given')
Facter.add(:v_multi) { setcode { "a\nb\n" } }
