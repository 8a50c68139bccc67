Puppet::Functions.create_function(:'rubydata::dh') do
  dispatch :dh do
    param 'Struct[{path=>String[1]}]', :options
    param 'Puppet::LookupContext', :context
  end
  argument_mismatch :missing do
    param 'Hash', :options
    param 'Puppet::LookupContext', :context
  end
  def dh(options, context)
    path = options['path']
    context.cached_file_data(path) do |content|
      content.lines.map { |l| l.chomp.split('=', 2) }.to_h
    end
  end
  def missing(options, context)
    "one of 'path', 'paths' must be declared"
  end
end
