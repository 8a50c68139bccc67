Facter.add(:f_raise) { setcode { raise 'broken' } }
Facter.add(:f_name) { setcode { nosuchmethod } }
Facter.add(:f_zero) { setcode { 1 / 0 } }
Facter.add(:f_timeout, timeout: 0.3) { setcode { sleep 5; 1 } }
Facter.add(:f_timeout_block) { @timeout = 0.3; setcode { sleep 5; 1 } }
Facter.add(:f_throw) { setcode { throw :nowhere } }
Facter.add(:f_no_code) {}
Facter.add(:f_frozen_error) { setcode { 'a'.freeze << 'b' } }
Facter.add(:f_good) { setcode { 'still here' } }
