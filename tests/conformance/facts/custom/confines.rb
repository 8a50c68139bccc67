Facter.add(:c_hash) { confine kernel: 'Linux'; setcode { 1 } }
Facter.add(:c_case) { confine kernel: 'linux'; setcode { 1 } }
Facter.add(:c_symbol) { confine kernel: :linux; setcode { 1 } }
Facter.add(:c_string_name) { confine 'kernel' => 'Linux'; setcode { 1 } }
Facter.add(:c_not) { confine kernel: 'windows'; setcode { 1 } }
Facter.add(:c_array) { confine kernel: %w[windows linux]; setcode { 1 } }
Facter.add(:c_array_not) { confine kernel: %w[windows darwin]; setcode { 1 } }
Facter.add(:c_regex) { confine kernel: /^lin/; setcode { 1 } }
Facter.add(:c_regex_not) { confine kernel: /^win/; setcode { 1 } }
Facter.add(:c_range_base) { setcode { 5 } }
Facter.add(:c_range) { confine c_range_base: 1..10; setcode { 1 } }
Facter.add(:c_range_not) { confine c_range_base: 6..10; setcode { 1 } }
Facter.add(:c_bool_base) { setcode { true } }
Facter.add(:c_bool) { confine c_bool_base: true; setcode { 1 } }
Facter.add(:c_bool_not) { confine c_bool_base: false; setcode { 1 } }
Facter.add(:c_block) { confine { true }; setcode { 1 } }
Facter.add(:c_block_not) { confine { nil }; setcode { 1 } }
Facter.add(:c_block_raises) { confine { raise 'no' }; setcode { 1 } }
Facter.add(:c_fact_block) { confine(:kernel) { |v| v == 'linux' }; setcode { 1 } }
Facter.add(:c_fact_block_not) { confine(:kernel) { |v| v == 'Linux' }; setcode { 1 } }
Facter.add(:c_unknown) { confine nosuchfact: 'x'; setcode { 1 } }
Facter.add(:c_structured) { confine 'os.family' => 'Debian'; setcode { 1 } }
Facter.add(:c_legacy) { confine osfamily: 'Debian'; setcode { 1 } }
Facter.add(:c_two) { confine kernel: 'Linux'; confine osfamily: 'RedHat'; setcode { 1 } }
Facter.add(:c_two_in_one) { confine kernel: 'Linux', osfamily: 'Debian'; setcode { 1 } }
Facter.add(:c_whole_hash) { confine(:os) { |v| v['family'] == 'Debian' }; setcode { 1 } }
