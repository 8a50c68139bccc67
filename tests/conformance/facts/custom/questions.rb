Facter.add(:q_base) { setcode { { 'a' => { 'b' => [10, { 'c' => 20 }] }, 'x.y' => 1 } } }
Facter.add(:q_value) { setcode { Facter.value(:q_base)['a'] } }
Facter.add(:q_string) { setcode { Facter.value('kernel') } }
Facter.add(:q_upper) { setcode { Facter.value('KERNEL') } }
Facter.add(:q_dotted) { setcode { Facter.value('os.family') } }
Facter.add(:q_dotted_custom) { setcode { Facter.value('q_base.a.b.1.c') } }
Facter.add(:q_dotted_missing) { setcode { Facter.value('q_base.a.z').inspect } }
Facter.add(:q_missing) { setcode { Facter.value(:nosuchfact).inspect } }
Facter.add(:q_fact) { setcode { Facter.fact(:kernel).value } }
Facter.add(:q_fact_missing) { setcode { Facter.fact(:nosuchfact).inspect } }
Facter.add(:q_brackets) { setcode { Facter[:kernel].value } }
Facter.add(:q_fact_name) { setcode { Facter.fact(:kernel).name } }
Facter.add(:q_to_s) { setcode { Facter[:kernel].to_s } }
Facter.add(:q_legacy) { setcode { Facter.value(:osfamily) } }
Facter.add(:q_external) { setcode { Facter.value(:x_json_hash)['list'][1] } }
Facter.add(:q_environment) { setcode { Facter.value(:from_env) } }
Facter.add(:q_later) { setcode { Facter.value(:zz_last) } }
Facter.add(:q_other_file) { setcode { Facter.value(:v_integer) + 1 } }
Facter.add(:q_version) { setcode { Facter.version =~ /^\d+\.\d+/ ? 'ok' : 'bad' } }
Facter.add(:q_recursion) { setcode { Facter.value(:q_recursion) } }
Facter.add(:q_mutual_a) { setcode { Facter.value(:q_mutual_b) || 'a' } }
Facter.add(:q_mutual_b) { setcode { Facter.value(:q_mutual_a) || 'b' } }
Facter.add(:q_core_value) { setcode { Facter.core_value('os.family') } }
Facter.add(:q_debugging) { setcode { Facter.debugging? } }
Facter.add(:q_search) { setcode { Facter.search_path.class.to_s } }
Facter.add(:q_messages) do
  setcode do
    [Facter.debug('d'), Facter.debugonce('d'), Facter.warn('a warning'), Facter.warnonce('once'), Facter.warnonce('once'),
     Facter.log_exception(StandardError.new('told'), 'an exception')]
  end
end
Facter.add(:q_flush) do
  on_flush { nil }
  setcode { 'flushed' }
end
Facter.add(:q_constants) { setcode { [defined?(Facter::Util::Resolution), defined?(Facter::Core::Execution), defined?(Facter::Core::Aggregate), defined?(Facter::Util::Fact)] } }
