class stages {
  stage { 'early': before => Stage['main'] }
  class { 'stages::first': stage => 'early' }
  include stages::second
}
