# frozen_string_literal: true

require 'yaml'
require_relative 'apply-sandbox'

# Kills `ficelle apply` again and again and looks at what it left behind.
class Kills
  FILES = 200
  SETTINGS = 10
  VARDIR = '/var/lib/ficelle-kills'
  COMMAND = ['/program/ficelle', 'apply', '--detailed-exitcodes', '--vardir', VARDIR, '--confdir', '/etc/ficelle-kills',
             '--publicdir', "#{VARDIR}/public", '--statsfile', "#{VARDIR}/stats", '--modulepath', '/usr/share/puppet/modules', '--no-custom_facts'].freeze

  def initialize(root, kills, seed)
    @root = root
    @kills = kills
    @random = Random.new(seed)
    @wrong = []
    @found = Hash.new(0)
  end

  def run
    Dir.mkdir("#{@root}/t") unless Dir.exist?("#{@root}/t")
    %w[a b].each do |which|
      File.write("#{@root}/t/#{which}.pp", manifest(which))
      File.write("#{@root}/t/#{which}-packages.pp", manifest(which) + packages(which))
    end
    @with = [settle('a'), settle('b')].max
    @without = %w[a b].map { |which| seconds { complete(which) } }.max
    # A run that ended before its kill proves nothing, and how many do depends on what else the machine does.
    (@kills * 20).times do |i|
      break if @found['kills during a run'] >= @kills || @wrong.size > 5
      cut(%w[a b].sample(random: @random))
      check(i)
      settle(%w[a b].sample(random: @random)) if (i % 50) == 49
    end
    settle('a')
    [@wrong, @found]
  end

  private

  # Long enough that a file is written in several parts.
  def text(which, number)
    "#{which} #{number}\n" * (1 + (number * 37 % 3000))
  end

  def mode(which) = which == 'a' ? 0o644 : 0o600
  def owner(which) = which == 'a' ? 0 : 1

  def manifest(which)
    files = (0...FILES).map do |n|
      "file { '/t/files/#{n}': content => regsubst('#{'x' * (1 + (n * 37 % 3000))}', 'x', \"#{which} #{n}\\n\", 'G'), " \
        "mode => '#{format('%04o', mode(which))}', owner => #{owner(which)} }"
    end
    settings = (0...SETTINGS).map do |n|
      "ini_setting { 's#{n}': path => '/t/some.ini', section => 's#{n / 3}', setting => 'k#{n}', value => '#{which}#{n}' }"
    end
    "file { '/t/files': ensure => directory }\n#{files.join("\n")}\n#{settings.join("\n")}\n"
  end

  def packages(which)
    "package { 'sample-tool': ensure => '#{which == 'a' ? '1.0' : '1.1'}', install_options => ['--allow-downgrades'] }\n"
  end

  def start(which, out)
    fork do
      STDIN.reopen('/dev/null')
      STDOUT.reopen(out, 'w')
      STDERR.reopen(STDOUT)
      Dir.chroot(@root)
      Dir.chdir('/')
      ENV.replace(Sandbox::ENVIRONMENT)
      exec(*COMMAND, "/t/#{which}.pp")
    end
  end

  # What the killed process had started goes on (apt-get), as it does on a host, and is waited for.
  def wait_for_others
    sleep 0.01 while Dir.children("#{@root}/proc").grep(/\A\d+\z/).any? { |pid| other?(pid.to_i) }
  end

  def other?(pid)
    return false if pid == Process.pid || pid == 1
    begin
      Process.wait(pid, Process::WNOHANG)
    rescue Errno::ECHILD
      nil
    end
    File.read("#{@root}/proc/#{pid}/stat") !~ /\) [ZX] /
  rescue Errno::ENOENT, Errno::ESRCH
    false
  end

  def cut(which)
    packages = @random.rand(20).zero? # they take most of a run
    pid = start(packages ? "#{which}-packages" : which, "#{@root}/t/out")
    sleep(@random.rand * (packages ? @with : @without))
    Process.kill(:KILL, pid)
    Process.wait(pid)
    @found[$?.signaled? ? 'kills during a run' : 'kills after its end'] += 1
    wait_for_others
  end

  # Two runs that nobody disturbs: the first mends, the second has nothing to do. The seconds that the first one takes.
  def settle(which)
    first = nil
    took = seconds { first = complete("#{which}-packages") }
    wrong("a run of #{which} ends with #{first}") unless [0, 2].include?(first)
    second = complete("#{which}-packages")
    wrong("the run after it ends with #{second}") unless second.zero?
    FILES.times { |n| wrong("file #{n} is not that of #{which}") unless File.binread("#{@root}/t/files/#{n}") == text(which, n) }
    @found['runs that were left alone'] += 2
    took
  end

  def seconds
    began = Process.clock_gettime(Process::CLOCK_MONOTONIC)
    yield
    Process.clock_gettime(Process::CLOCK_MONOTONIC) - began
  end

  def complete(which)
    pid = start(which, "#{@root}/t/out")
    Process.wait(pid)
    status = $?.exitstatus || -1
    puts File.read("#{@root}/t/out").lines.grep(/Error|Warning/).first(5) unless [0, 2].include?(status)
    status
  end

  def wrong(text)
    @wrong << text
  end

  def check(number)
    FILES.times { |n| check_file(number, n) }
    check_ini(number)
    Dir.glob("#{@root}#{VARDIR}/{state,public,reports/*}/*.yaml").each { |path| check_yaml(number, path) }
    @found['temporary files left'] += Dir.glob("#{@root}/t/files/*.*").each { |path| File.unlink(path) }.size
  end

  def check_file(number, file)
    path = "#{@root}/t/files/#{file}"
    stat = File.stat(path)
    which = %w[a b].find { |w| File.binread(path) == text(w, file) }
    return wrong("kill #{number}: file #{file} has #{stat.size} bytes of neither manifest") unless which
    return if [mode('a'), mode('b')].include?(stat.mode & 0o7777) && [0, 1].include?(stat.uid)
    wrong("kill #{number}: file #{file} has mode #{stat.mode.to_s(8)} and owner #{stat.uid}")
  end

  def check_ini(number)
    lines = File.readlines("#{@root}/t/some.ini", chomp: true).grep(/=/)
    good = lines.each_with_index.all? { |line, n| line =~ /\Ak#{n} = [ab]#{n}\z/ }
    wrong("kill #{number}: some.ini has #{lines.inspect}") unless good && lines.size == SETTINGS
  end

  def check_yaml(number, path)
    wrong("kill #{number}: #{path} is empty") unless YAML.parse(File.read(path))
  rescue Psych::SyntaxError => e
    wrong("kill #{number}: #{path}: #{e.message}")
  end
end

base, at, program, kills, seed = ARGV
wrong, found = Sandbox.run(base, at, { program => '/program' }) { |root, _| Kills.new(root, kills.to_i, seed.to_i).run }
puts found.map { |what, n| "#{what}: #{n}" }, "seed #{seed}"
wrong << "only #{found['kills during a run']} of #{kills} kills were during a run" if found['kills during a run'] < kills.to_i
puts wrong.map { |line| "FAILED #{line}" }
puts "#{kills.to_i - wrong.size} passed, #{wrong.size} failed"
exit(wrong.empty?)
