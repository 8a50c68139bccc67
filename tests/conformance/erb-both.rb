# frozen_string_literal: true

# Renders ERB templates natively (erb-batch) and with Ruby's ERB, with many values of their variables, and compares.
# erb-both.rb ERB-BATCH COUNT SEED FILE       FILE lists templates. Exit status 1: something differs, or too few are native.
require 'erb'
require 'json'
require 'yaml'
require 'open3'

# What Puppet's wrapper and scope are for a template.
class World
  class Scope
    def initialize(variables)
      @variables = variables
    end

    def lookupvar(name)
      @variables[name.delete_prefix('::')]
    end
    alias [] lookupvar

    def include?(name)
      !lookupvar(name).nil?
    end

    def call_function(name, args)
      raise ArgumentError, 'no array' unless args.is_a?(Array)
      return args[0].to_s <=> args[1].to_s if name == 'versioncmp' && args.size == 2

      "#{name}#{args.inspect}"
    end

    def method_missing(name, *args)
      function = name.to_s[/\Afunction_(.*)/, 1] or super
      call_function(function, *args)
    end
  end

  attr_reader :scope

  def initialize(variables)
    @scope = Scope.new(variables)
    variables.each do |name, v|
      instance_variable_set("@#{name}", v) if !v.nil? && name != 'scope' && name.match?(/\A[A-Za-z_]\w*\z/)
    end
  end

  def has_variable?(name)
    scope.include?(name.to_s)
  end

  def file
    nil
  end

  def classes
    []
  end

  def render(text)
    template = ERB.new(text, trim_mode: '-')
    template.filename = 'template'
    template.result(binding)
  end
end

PALETTE = [nil, true, false, '', 'foo', 'on', 'Some text', 'a/b:c', '10', '1.2.3', '/etc/x', 5, 0, 1.5,
           [], ['a'], %w[b a c], ['x', '', nil], [1, 2], [%w[a b], 'c'],
           [{ 'name' => 'n', 'path' => '/p', 'k' => ['v'] }],
           {}, { 'a' => 'b' }, { 'b' => %w[x y], 'a' => nil }, { 'k' => { 'x' => 1, 'name' => 'z' } },
           { 'name' => 'foo', 'path' => '/x', 'provider' => 'location', 'order' => 'a', 'options' => %w[o p] }].freeze

def names(text)
  found = text.scan(/@([A-Za-z_]\w*)|(?:scope\[|lookupvar\()\s*['"]([\w:]+)['"]/).flatten.compact
  found.map { |n| n.delete_prefix('::') }.uniq
end

# Values that fit how the variable is used are taken more often.
def value_for(name, text, random)
  use = text[/@#{name}\b\S{0,12}|#{name}['"]\S{0,14}/]
  kind = case use
         when /\.(each_pair|keys|sort_by|has_key)/ then Hash
         when /\.(each|map|join|collect|flatten)/ then Array
         end
  fitting = kind && random.rand < 0.75 ? PALETTE.grep(kind) : PALETTE
  JSON.parse(JSON.generate([fitting[random.rand(fitting.size)]])).first
end

def ruby_answer(text, variables)
  { 'text' => World.new(JSON.parse(JSON.generate(variables))).render(text) }
rescue StandardError, ScriptError => e
  { 'raised' => "#{e.class}: #{e.message.lines.first}" }
end

batch, count, seed, list = ARGV
files = File.readlines(list, chomp: true)
random = Random.new(seed.to_i)
cases = files.flat_map do |file|
  text = File.read(file, encoding: 'BOM|UTF-8')
  used = names(text)
  Array.new(used.empty? ? 1 : count.to_i) do
    { 'file' => file, 'text' => text, 'variables' => used.to_h { |n| [n, value_for(n, text, random)] } }
  end
end

native, status = Open3.capture2(batch, stdin_data: cases.map { |c| JSON.generate(c) << "\n" }.join)
abort 'erb-both: erb-batch failed' unless status.success?
native = native.lines.map { |l| JSON.parse(l) }
$stderr = File.open(File::NULL, 'w')
totals = Hash.new(0)
left = Hash.new(0)
by_file = Hash.new { |h, k| h[k] = [0, 0] }
shown = 0
cases.zip(native) do |c, got|
  want = ruby_answer(c['text'], c['variables'])
  outcome = if got['text'] && got['text'] == want['text'] then 'same'
            elsif want['raised'] && !got['text'] then 'both fail'
            elsif got['left'] then 'left'
            else 'different'
            end
  totals[outcome] += 1
  by_file[c['file']][0] += 1 if want['text']
  by_file[c['file']][1] += 1 if outcome == 'same'
  left["#{got['left']}"] += 1 if outcome == 'left'
  next unless outcome == 'different' && (shown += 1) <= (ENV['SHOW'] || 10).to_i

  puts "#{c['file']}: #{JSON.generate(c['variables'])}"
  puts "  native: #{JSON.generate(got)}", "  ruby:   #{JSON.generate(want)}"
end
if ENV['LEFT']
  left.sort_by { |_, n| -n }.first(40).each { |why, n| puts "#{n}\t#{why}" }
end
whole = by_file.count { |_, (n, same)| n == same }
puts "templates #{by_file.size}, without Ruby #{whole}; renderings: #{totals.sort.map { |k, n| "#{k} #{n}" }.join(', ')}"
exit totals['different'].zero? && whole >= by_file.size * 0.9
