Facter.add(:before_raise) { setcode { 1 } }
raise "while loading"
Facter.add(:after_raise) { setcode { 1 } }
