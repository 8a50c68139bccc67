# frozen_string_literal: true

require 'digest'
require 'shellwords'

# One file of apply.d: what is done before, what is applied, what is looked at afterwards. apply.d/README.md has the format.
class Scenario
  Step = Struct.new(:kind, :words, :text)
  KINDS = %w[setup file manifest run call sh check].freeze
  DIRECTIVES = ['once', 'second changes'].freeze

  attr_reader :name, :steps, :text

  def initialize(name, text)
    @name = name
    @text = text
    @steps = []
    @directives = []
    text.each_line { |line| take(line) }
    raise ArgumentError, "#{name}: nothing is applied" unless steps.any? { |s| run?(s) }
  end

  def self.load(dir, wanted)
    Dir.glob("#{dir}/*/*.txt").sort.filter_map do |path|
      name = path.delete_prefix("#{dir}/").delete_suffix('.txt')
      new(name, File.read(path)) if wanted.empty? || wanted.any? { |w| name == w || name.start_with?("#{w}/") }
    end
  end

  def family = name[%r{\A[^/]+}]

  # The last run is made twice: the second time there is nothing to do.
  def twice? = !@directives.include?('once')
  def settles? = twice? && !@directives.include?('second changes')

  # The command and the arguments of each run, in order, with the steps between them.
  def plan
    number = 0
    plan = steps.map do |step|
      case step.kind
      when 'manifest' then [:run, ['apply', *step.words, "/scenario/#{number += 1}.pp"], step.text]
      when 'run' then [:run, ['apply', *step.words], nil]
      when 'call' then [:run, step.words, nil]
      when 'file' then [:file, step.words, step.text]
      when 'check' then nil
      else [:sh, [], step.text]
      end
    end.compact
    last = plan.rindex { |kind,| kind == :run }
    plan.insert(last + 1, [:run, plan[last][1], nil]) if twice?
    plan
  end

  def check = steps.select { |s| s.kind == 'check' }.map(&:text).join
  def digest = Digest::SHA256.hexdigest(text)

  private

  def run?(step) = %w[manifest run call].include?(step.kind)

  def take(line)
    if line =~ /\A== (\w+) ?(.*)$/
      raise ArgumentError, "#{name}: there is no section '#{$1}'" unless KINDS.include?($1)
      @steps << Step.new($1, Shellwords.split($2).map { |word| word.force_encoding('UTF-8') }, +'')
    elsif @steps.empty?
      line = line.strip
      return if line.empty? || line.start_with?('#')
      raise ArgumentError, "#{name}: there is no directive '#{line}'" unless DIRECTIVES.include?(line)
      @directives << line
    else
      @steps.last.text << line
    end
  end
end
