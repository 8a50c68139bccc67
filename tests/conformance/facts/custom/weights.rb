Facter.add(:w_heavy) { has_weight 10; setcode { 'light' } }
Facter.add(:w_heavy) { has_weight 20; setcode { 'heavy' } }
Facter.add(:w_confines) { setcode { 'none' } }
Facter.add(:w_confines) { confine kernel: 'Linux'; setcode { 'one' } }
Facter.add(:w_confines) { confine kernel: 'Linux'; confine osfamily: 'Debian'; setcode { 'two' } }
Facter.add(:w_equal) { setcode { 'first' } }
Facter.add(:w_equal) { setcode { 'second' } }
Facter.add(:w_nil) { has_weight 5; setcode { nil } }
Facter.add(:w_nil) { setcode { 'next' } }
Facter.add(:w_false) { has_weight 5; setcode { false } }
Facter.add(:w_false) { setcode { 'next' } }
Facter.add(:w_raise) { has_weight 5; setcode { raise 'ends the search' } }
Facter.add(:w_raise) { setcode { 'next' } }
Facter.add(:w_invalid) { has_weight 5; setcode { Object.new } }
Facter.add(:w_invalid) { setcode { 'next' } }
Facter.add(:w_option, weight: 7) { setcode { 'seven' } }
Facter.add(:w_option) { has_weight 6; setcode { 'six' } }
# Against core facts: without weight they stay.
Facter.add(:timezone) { setcode { 'mine' } }
Facter.add(:kernelmajversion) { has_weight 1; setcode { 'mine' } }
Facter.add(:hardwaremodel) { has_weight 1; setcode { 'mine' } }
Facter.add(:fips_enabled) { has_weight 1; setcode { nil } }
# Against external ones.
Facter.add(:x_text) { has_weight 9999; setcode { 'custom' } }
Facter.add(:x_json) { has_weight 10_001; setcode { 'custom' } }
Facter.add(:x_equal) { has_weight 10_000; setcode { 'custom' } }
# Named ones are one resolution.
Facter.define_fact(:w_named) do
  define_resolution(:a) { setcode { 'a' } }
  define_resolution(:b) { has_weight 3; setcode { 'b' } }
end
Facter.add(:w_name_option, name: 'one') { has_weight 2; setcode { 'one' } }
