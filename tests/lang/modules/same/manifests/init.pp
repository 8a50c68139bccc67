class same(Array $list = ['d'], Hash $opts = {'l' => []}) {
  include same::config
}
