# An array of texts, one of which is changed when it is asked for again.
Puppet::Functions.create_function(:'same::texts') do
  def texts
    @texts ||= [+'a', { 'k' => [+'b'] }]
    @texts[0] << 'x'
    @texts[1]['k'][0].upcase!
    @texts
  end
end
