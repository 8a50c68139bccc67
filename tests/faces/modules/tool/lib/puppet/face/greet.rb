require 'puppet/face'

Puppet::Face.define(:greet, '1.2.0') do
  copyright 'Somebody', 2020..2022
  license 'Apache 2'
  author 'A. Person'
  summary 'Say hello to people, in more words than there is room for on one single line of the list.'
  description <<-TEXT
    Says hello. The first paragraph is
    the short description.

    There is more to say.
  TEXT

  option '--loud' do
    summary 'Shout, and go on shouting until everybody has heard, which may well take more than the line has room for'
    before_action { |action, args, options| puts "before #{action.name} #{args.length} #{options[:loud]}" }
    after_action { |action, args, options| puts "after #{action.name}" }
  end
  option('--[no-]shy') { summary 'Hardly audible' }

  action :person do
    default
    summary 'Greet one person.'
    arguments '<name>'
    returns 'The greeting.'
    description 'Greets.'
    examples <<-TEXT
      Greet somebody:

      $ puppet greet person somebody
    TEXT
    notes 'None.'

    option '--greeting WORD', '-g WORD' do
      summary 'The word'
      default_to { 'Hello' }
    end

    when_invoked do |name, options|
      text = "#{options[:greeting]}, #{name}#{'.' if options[:shy]}"
      options[:loud] ? text.upcase : text
    end
  end

  action :all do
    summary 'Greet several.'
    when_invoked { |*args| options = args.pop; args.map { |name| helper(name, options) } }
    when_rendering(:console) { |result| result.empty? ? 'nobody' : result.join(' + ') }
  end

  action :table do
    when_invoked { |options| { 'b' => { 'x' => [1, nil] }, 'a' => 'text', 'long one' => 2.5 } }
  end

  action :deep do
    when_invoked { |options| [{ 'k' => { 'n' => 1 } }, 'two', 3] }
  end

  action :odd do
    when_invoked { |options| { :sym => [true] } }
  end

  action :nothing do
    when_invoked { |options| nil }
  end

  action :fails do
    option('--how HOW') { required }
    when_invoked do |options|
      case options[:how]
      when 'exit' then exit(7)
      when 'log' then Puppet.warning('watch out'); Puppet.notice('so'); Puppet.err('it went wrong'); 'done'
      else raise Puppet::Error, "it is #{options[:how]}"
      end
    end
  end

  action :both do
    render_as :json
    when_invoked { |a, b, options| { 'a' => a, 'b' => b, 'keys' => options.keys.map(&:to_s).sort } }
    when_rendering(:yaml) { |result, a, b, options| [a, b, result['keys']] }
  end

  def helper(name, options)
    "#{options[:loud] ? 'HEY' : 'hey'} #{name}"
  end
end
