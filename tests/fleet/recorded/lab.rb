Facter.add(:lab_fact) { setcode { 'forty-two' } }
Facter.add(:lab_dir) { setcode { ENV['LAB_DIR'] || '/tmp/agent-lab/work' } }
