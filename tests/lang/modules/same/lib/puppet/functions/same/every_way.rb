# Each way in which Ruby changes an array or a hash.
Puppet::Functions.create_function(:'same::every_way') do
  def every_way(way, list, hash)
    case way
    when 'list'
      list.push(4).unshift(0)
      list.concat([5, 5])
      list.delete(2)
      list.insert(1, 'i')
      list[2], list[3] = list[3], list[2]
      list.uniq!
      list.map! { |x| [x] }
      list.flatten!
      list.reverse!
      list.pop
    when 'hash'
      hash.store('s', 1)
      hash.merge!('m' => 2)
      hash.update('u' => 3) { |_, a, b| a + b }
      hash.delete('a')
      hash.transform_values! { |v| [v] }
      hash['n'] ||= {}
      hash['n']['deep'] = list
      hash.reject! { |k, _| k == 's' }
    when 'sort'
      list.sort_by! { |x| -x }
      list.keep_if { |x| x > 1 }
    when 'replace'
      list.replace(['r'])
      hash.replace('r' => list)
    when 'clear'
      list.clear
      hash.clear
    when 'copy'
      list.dup << 9
      list.clone << 9
      (list + [9]) << 10
      hash.merge('z' => 1)['y'] = 2
      Marshal.load(Marshal.dump([list, hash])).first << 9
    end
    [list.class.name, hash.class.name, list.instance_of?(Array), hash.class == Hash]
  end
end
