# Fails in the way that the key names.
Puppet::Functions.create_function(:'rubyerr::key') do
  def key(key, _options, context)
    case key
    when 'rubyerr::error' then raise Puppet::Error, 'one of Puppet'
    when 'rubyerr::parse' then raise Puppet::ParseError, 'one of the parser'
    when 'rubyerr::placed' then raise Puppet::ParseError.new('one with a place', '/some/file', 3)
    when 'rubyerr::argument' then raise ArgumentError, 'one of Ruby'
    when 'rubyerr::fail' then call_function('fail', 'by fail()')
    when 'rubyerr::again' then call_function('lookup', key)
    when 'rubyerr::time' then Time.at(0)
    when 'rubyerr::symbols' then { 'a' => [:b] }
    when 'rubyerr::class' then Comparable
    else context.not_found
    end
  end
end
