# frozen_string_literal: true

# facts.rb LABEL DIRECTORY: compares DIRECTORY/real.json with DIRECTORY/ours.json, and the messages of both.
require 'json'

label, dir = ARGV
real, ours = %w[real ours].map { |name| JSON.parse(File.read("#{dir}/#{name}.json")) }

# What changes from one moment to the next.
VOLATILE = /\A(?:load_averages|memory|memoryfree.*|swapfree.*|system_uptime.*|uptime.*|mountpoints)\z/
# Said in another way on purpose: versions are ours; real Facter needs to read /proc/1/environ for virtual facts, which
# containers forbid.
OURS = %w[puppetversion ficelleversion virtual is_virtual hypervisors].freeze
# Facter prints null where Puppet has an empty text.
def without_nil(value)
  case value
  when nil then ''
  when Array then value.map { |item| without_nil(item) }
  when Hash then value.transform_values { |item| without_nil(item) }
  else value
  end
end

real, ours = [real, ours].map { |facts| without_nil(facts) }
# Without the gem sys-filesystem Facter knows no mount points, and says {} where it says nothing otherwise.
real.delete('partitions') if real['partitions'] == {} && !real.key?('mountpoints')
names = (real.keys | ours.keys).reject { |name| name.match?(VOLATILE) || OURS.include?(name) }
wrong = names.reject { |name| real.key?(name) == ours.key?(name) && real[name] == ours[name] }
puts "facts-live: #{label}: #{names.size} facts, #{wrong.size} differ"
wrong.each do |name|
  text = [real, ours].map { |facts| facts.key?(name) ? facts[name].inspect[0, 200] : '(not there)' }
  puts "  #{name}: Puppet #{text[0]}, ficelle #{text[1]}"
end

# Messages: what both can say in the same words. Colours, the excerpts of code that Ruby adds, what objects look like, and
# the words of the readers of JSON are left out.
def messages(path)
  lines = File.read(path).gsub(/\e\[[0-9;]*m/, '').lines.grep(/\A(?:Error|Warning): Facter: | (?:ERROR|WARN) /).map(&:chomp)
  lines = lines.map do |line|
    line.sub(/\A\[.*?\]\s+(ERROR|WARN) \S+ - /) { "#{$1 == 'WARN' ? 'Warning' : 'Error'}: Facter: " }.rstrip
  end
  lines = lines.map { |line| line.gsub(/#<([A-Z]\w*(?:::\w+)*).*/, '#<\1').sub(/(JsonParser facts:).*/, '\1') }
  lines.reject { |line| line.include?('/proc/1/environ') }.uniq.sort
end

theirs, mine = %w[real ours].map { |name| messages("#{dir}/#{name}.err") }
puts "facts-live: #{label}: #{(theirs | mine).size} messages, #{((theirs | mine) - (theirs & mine)).size} differ"
(theirs - mine).each { |line| puts "  only Puppet: #{line}" }
(mine - theirs).each { |line| puts "  only ficelle: #{line}" }
exit(wrong.empty? && theirs == mine)
