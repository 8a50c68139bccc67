answer = Facter.value(:kernel)
Facter.add(:at_load) { setcode { answer } }
Facter.add(:at_load_custom) { setcode { Facter.value(:v_string) } }
