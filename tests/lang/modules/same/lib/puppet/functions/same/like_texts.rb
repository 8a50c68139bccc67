# A text that stands in a hash and in another one made of it is changed in place.
Puppet::Functions.create_function(:'same::like_texts') do
  dispatch :like_texts do
    param 'Hash', :one
  end

  def like_texts(one)
    one['key 1'] << ' changed'
    one.size
  end
end
