Facter.add(:a_hash, type: :aggregate) do
  chunk(:one) { { 'a' => 1, 'deep' => { 'x' => 1 } } }
  chunk(:two) { { 'b' => 2, 'deep' => { 'y' => [1] } } }
  chunk(:three) { { 'deep' => { 'y' => [2] } } }
end
Facter.add(:a_array, type: :aggregate) do
  chunk(:one) { [1] }
  chunk(:two) { [2] }
end
Facter.add(:a_block, type: :aggregate) do
  chunk(:one) { 1 }
  chunk(:two) { 2 }
  aggregate { |chunks| chunks.values.sum }
end
Facter.add(:a_require, type: :aggregate) do
  chunk(:last, require: :first) { |first| { 'last' => first['first'] + 1 } }
  chunk(:first) { { 'first' => 1 } }
end
Facter.add(:a_require_two, type: :aggregate) do
  chunk(:one) { 1 }
  chunk(:two) { 2 }
  chunk(:sum, require: %i[one two]) { |one, two| one + two }
  aggregate { |chunks| chunks[:sum] }
end
Facter.add(:a_cycle, type: :aggregate) do
  chunk(:one, require: :two) { |x| [x] }
  chunk(:two, require: :one) { |x| [x] }
end
Facter.add(:a_missing, type: :aggregate) { chunk(:one, require: :nosuch) { |x| [x] } }
Facter.add(:a_unmergeable, type: :aggregate) do
  chunk(:one) { 'a' }
  chunk(:two) { ['b'] }
end
Facter.add(:a_frozen, type: :aggregate) do
  chunk(:one) { %w[a] }
  chunk(:two, require: :one) { |one| [one.frozen?] }
end
Facter.add(:a_confined, type: :aggregate) do
  confine kernel: 'windows'
  chunk(:one) { [1] }
end
Facter.add(:a_nil, type: :aggregate) do
  chunk(:one) { nil }
  chunk(:two) { ['b'] }
end
