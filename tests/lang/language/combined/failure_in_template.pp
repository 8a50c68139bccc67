define page($who) {
  file { "/srv/${title}": content => epp('base/hello.epp', { 'name' => $who }) }
}
page { 'good': who => 'Ada' }
page { 'bad': who => 42 }
