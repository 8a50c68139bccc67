# frozen_string_literal: true

# The work behind tests/conformance/apply.
#   apply.rb record BASE CACHE [SCENARIO...]          asks Puppet what is not in CACHE
#   apply.rb show BASE CACHE SCENARIO...              prints Puppet's answers
#   apply.rb compare BASE CACHE BUILD [SCENARIO...]   applies with ficelle, and compares
#   apply.rb repeat BASE CACHE [SCENARIO...]          applies with Puppet once more, and compares
# PLACE=machine: the scenarios of tests/conformance/apply-services.
require 'fileutils'
require 'json'
require 'digest'
require 'tmpdir'
require_relative 'apply-scenario'
require_relative 'apply-peers'

DIR = Peers.place.scenarios
PARTS = %w[end messages report].freeze

# Answers of Puppet, one file each: a changed scenario, root or Puppet is asked again.
class Answers
  RUNNER = '1' # to be raised with every change here that makes other answers

  def initialize(cache, base, puppet)
    @dir = "#{cache}/answers"
    @key = [RUNNER, File.basename(base), puppet, *Peers.place.copies.key].join("\n")
    FileUtils.mkdir_p(@dir)
  end

  def path(scenario) = "#{@dir}/#{Digest::SHA256.hexdigest([@key, scenario.name, scenario.digest].join("\n"))}"
  def get(scenario) = File.exist?(path(scenario)) ? Marshal.load(File.binread(path(scenario))) : nil

  def put(scenario, answer)
    File.binwrite("#{path(scenario)}.#{Process.pid}", Marshal.dump(answer))
    File.rename("#{path(scenario)}.#{Process.pid}", path(scenario))
  end
end

# Calls the block for each scenario in a process, as many at once as there are processors; results is called with what it
# returned, or with what failed makes of an error.
def side_by_side(scenarios, results, failed)
  jobs = (ENV['JOBS'] || `nproc`).to_i
  running = {}
  finish = lambda do
    pid = Process.wait
    scenario, text = running.delete(pid)
    results.call(scenario, Marshal.load(text.value))
  end
  scenarios.each do |scenario|
    finish.call while running.size >= jobs
    reader, writer = IO.pipe(binmode: true)
    pid = fork do
      reader.close
      answer = begin
        yield scenario
      rescue StandardError => e
        failed.call("#{e.class}: #{e.message}")
      end
      writer.write(Marshal.dump(answer))
      writer.close
      exit!(0)
    end
    writer.close
    # Read while it is written: it is larger than a pipe holds.
    running[pid] = [scenario, Thread.new { reader.read.tap { reader.close } }]
  end
  finish.call until running.empty?
end

# What Puppet's answer says about the scenario itself: it must be what its author meant.
def faults(scenario, answer)
  return [answer['broken']] if answer['broken']
  last = answer['runs'].last
  return [] unless scenario.settles?
  return ['the last run wrote no report: is it a case for "once"?'] unless last['report']
  changed = last['report'][/^  changes:\n(?:.*\n)*?    - - total\n      - Total\n      - (\d+)/, 1].to_i
  changed.positive? ? ["the second run changes #{changed}: is it a case for \"second changes\"?"] : []
end

def record(base, cache, wanted)
  answers = Answers.new(cache, base, puppet_id)
  scenarios = Scenario.load(DIR, wanted)
  missing = scenarios.reject { |s| answers.get(s) }
  bad = 0
  unless missing.empty?
    puppet = Peers::Puppet.new(ENV['PUPPET_LIB'])
    at = Dir.mktmpdir('ficelle-apply')
    puppet.keep_facts(base, at)
    began = Time.now
    side_by_side(missing, lambda { |s, answer|
      answers.put(s, answer) unless answer['broken']
      faults(s, answer).each { |f| puts "#{s.name}: #{f}"; bad += 1 }
    }, ->(why) { { 'broken' => why } }) { |s| Peers.play(puppet, s, base, at) }
    Dir.rmdir(at)
    puts format('apply: Puppet %<v>s applied %<n>d scenarios in %<s>.0f s', v: puppet.id, n: missing.size, s: Time.now - began)
  end
  exit(bad.zero? ? 0 : 1)
end

def puppet_id = ENV['PUPPET_LIB'] ? Digest::SHA256.file("#{ENV['PUPPET_LIB']}/puppet/version.rb").hexdigest : 'Debian'

# The comparable form of an answer, {PART => [[TITLE, LINES]…]}.
def comparable(answer)
  messages = answer['runs'].each_with_index.flat_map do |run, i|
    [["run #{i + 1}, exit code", [run['status'].to_s]],
     ["run #{i + 1}, standard output", Normalise.text(run['out']).lines(chomp: true)],
     ["run #{i + 1}, standard error", Normalise.text(run['err']).lines(chomp: true)]]
  end
  report = answer['runs'].each_with_index.flat_map do |run, i|
    [["run #{i + 1}, report", Normalise.yaml(run['report']) || ['(none)']],
     ["run #{i + 1}, summary", Normalise.yaml(run['summary']) || ['(none)']],
     *%w[classes resources].map { |f| ["run #{i + 1}, #{f}.txt", run[f] ? run[f].lines(chomp: true) : ['(none)']] }]
  end
  report += %w[state transactionstore].map { |f| ["#{f}.yaml", Normalise.yaml(answer[f], sorted: true) || ['(none)']] }
  { 'end' => [['host', Normalise.changes(answer['host'])], ['check', Normalise.text(answer['check'] || '').lines(chomp: true)]],
    'messages' => messages, 'report' => report }
end

def show(base, cache, wanted)
  answers = Answers.new(cache, base, puppet_id)
  Scenario.load(DIR, wanted).each do |s|
    answer = answers.get(s) or next puts("#{s.name}: not recorded")
    puts "=== #{s.name}", *faults(s, answer).map { |f| "FAULT #{f}" }
    next unless answer['runs']
    comparable(answer).each do |part, sections|
      next if part == 'report' && !ENV['REPORT']
      sections.each { |title, lines| puts "--- #{title}", lines unless lines.empty? }
    end
  end
end

# The first lines in which two lists differ, as `diff -u` prints them.
def difference(one, other, dir)
  files = [%w[puppet ficelle], [one, other]].transpose.map do |name, lines|
    "#{dir}/#{name}.#{Process.pid}".tap { |file| File.write(file, lines.join("\n") + "\n") }
  end
  IO.popen(['diff', '-U1', *files], &:read).lines.drop(2)
ensure
  FileUtils.rm_f(files)
end

# {PART => [lines of differences]}, only the parts that differ.
def compare_one(want, got, dir)
  return PARTS.to_h { |part| [part, [got['broken']]] } if got['broken']
  want = comparable(want)
  got = comparable(got)
  PARTS.to_h do |part|
    lines = want[part].zip(got[part]).flat_map do |(title, one), (_, other)|
      one == other ? [] : ["#{title}:\n", *difference(one, other, dir)]
    end
    [part, lines]
  end.reject { |_, lines| lines.empty? }
end

def not_yet?(answer) = answer['runs']&.any? { |run| (run['err'] + run['out']).include?('not supported: ') }

# Differences that stay, with their reasons: SCENARIO PART REASON a line.
def known
  path = "#{DIR}/known"
  return {} unless File.exist?(path)
  File.readlines(path).grep_v(/^\s*(#|$)/).to_h { |line| line.split(' ', 3).then { |s, part,| ["#{s} #{part}", true] } }
end

def repeat(base, cache, wanted)
  puppet = Peers::Puppet.new(ENV['PUPPET_LIB'])
  Dir.mktmpdir('ficelle-apply') { |at| puppet.keep_facts(base, at) }
  compare(base, cache, puppet, wanted)
end

def compare(base, cache, peer, wanted)
  answers = Answers.new(cache, base, puppet_id)
  scenarios = Scenario.load(DIR, wanted).select { |s| answers.get(s) }
  at = Dir.mktmpdir('ficelle-apply')
  scratch = Dir.mktmpdir('ficelle-apply')
  found = {}
  later = {}
  began = Time.now
  side_by_side(scenarios, lambda { |s, (not_yet, differences)|
    later[s] = true if not_yet
    found[s] = differences
  }, ->(why) { [false, PARTS.to_h { |part| [part, [why]] }] }) do |s|
    got = Peers.play(peer, s, base, at)
    [not_yet?(got), compare_one(answers.get(s), got, scratch)]
  end
  seconds = Time.now - began
  Dir.rmdir(at)
  FileUtils.remove_entry(scratch)
  status = summary(scenarios, found, later)
  puts format('apply: %<n>d scenarios in %<s>.1f s', n: scenarios.size, s: seconds)
  exit(status)
end

def summary(scenarios, found, later)
  shown = (ENV['SHOW'] || 5).to_i
  accepted = known
  differing = scenarios.flat_map { |s| found[s].keys.map { |part| [s, part] } }
  wrong = differing.reject { |s, part| accepted["#{s.name} #{part}"] }
  wrong.group_by(&:first).first(shown).each do |s, parts|
    parts.each { |_, part| puts "#{s.name}, #{part}:", found[s][part].first((ENV['LINES'] || 12).to_i).map { |l| "    #{l}" } }
  end
  puts format('%-20s %9s %9s %9s %9s %9s', 'family', 'scenarios', 'not yet', 'end', 'messages', 'report')
  [*scenarios.group_by(&:family), ['all', scenarios]].each do |family, list|
    same = PARTS.map { |part| list.count { |s| !found[s].key?(part) && !later[s] } }
    puts format('%-20s %9d %9d %9d %9d %9d', family, list.size, list.count { |s| later[s] }, *same)
  end
  good = scenarios.count { |s| found[s].empty? && !later[s] }
  puts "#{good} passed, #{scenarios.size - good} failed"
  wrong.empty? ? 0 : 1
end

command, base, cache, *rest = ARGV
case command
when 'record' then record(base, cache, rest)
when 'show' then show(base, cache, rest)
when 'compare' then compare(base, cache, Peers::Ficelle.new(rest.shift), rest)
when 'repeat' then repeat(base, cache, rest)
else abort 'usage: apply.rb record|show|compare|repeat BASE CACHE …'
end
