E = Facter::Core::Execution
Facter.add(:e_string) { setcode 'echo one two' }
Facter.add(:e_missing) { setcode 'nosuchcommand-xyz a' }
Facter.add(:e_nothing) { setcode 'true' }
Facter.add(:e_pipe) { setcode 'echo b a | tr " " "\n" | sort | head -n 1' }
Facter.add(:e_exec) { setcode { E.exec('echo exec') } }
Facter.add(:e_execute) { setcode { E.execute('echo out; echo err >&2') } }
Facter.add(:e_strip) { setcode { E.execute('printf "  x \n\n"') } }
Facter.add(:e_status) { setcode { E.execute('sh -c "echo kept; exit 3"') } }
Facter.add(:e_raise) { setcode { E.execute('nosuchcommand-xyz') } }
Facter.add(:e_on_fail) { setcode { E.execute('nosuchcommand-xyz', on_fail: 'fallback') } }
Facter.add(:e_on_fail_nil) { setcode { E.execute('nosuchcommand-xyz', on_fail: nil) } }
Facter.add(:e_rescued) do
  setcode do
    E.execute('nosuchcommand-xyz')
  rescue Facter::Core::Execution::ExecutionFailure => e
    e.message
  end
end
Facter.add(:e_timeout) { setcode { E.execute('sleep 20', timeout: 1, on_fail: 'late') } }
Facter.add(:e_quoted) { setcode { E.execute("'/bin/echo' quoted") } }
Facter.add(:e_absolute) { setcode { E.execute('/bin/echo absolute') } }
Facter.add(:e_builtin) { setcode { E.execute('type cd', expand: false).include?('cd') } }
Facter.add(:e_env) { setcode { E.with_env('E_TEST' => 'set') { E.execute('sh -c "echo $E_TEST"') } } }
Facter.add(:e_env_after) { setcode { ENV['E_TEST'].inspect } }
Facter.add(:e_locale) { setcode { E.execute('sh -c "echo $LC_ALL $LANG"') } }
Facter.add(:e_which) { setcode { E.which('sh') } }
Facter.add(:e_which_not) { setcode { E.which('nosuchcommand-xyz').inspect } }
Facter.add(:e_absolute_path) { setcode { [E.absolute_path?('/a'), E.absolute_path?('a'), E.absolute_path?('C:\\a', :windows), E.absolute_path?('/a', :posix)] } }
Facter.add(:e_expand) { setcode { [E.expand_command('sh -c x'), E.expand_command('nosuchcommand-xyz a'), E.expand_command('"/bin/sh" -c')] } }
Facter.add(:e_search_paths) { setcode { E.search_paths.last(2) } }
Facter.add(:e_old_exec) { setcode { Facter::Util::Resolution.exec('echo old') } }
Facter.add(:e_old_which) { setcode { Facter::Util::Resolution.which('sh') } }
Facter.add(:e_execute_command) { setcode { E.execute_command('echo a; echo b >&2') } }
Facter.add(:e_stdin) { setcode { E.execute('cat', timeout: 2, on_fail: 'waits') } }
Facter.add(:e_unicode) { setcode { E.execute("printf 'caf\\303\\251'") } }
