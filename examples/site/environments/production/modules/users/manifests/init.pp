# All accounts of the company are declared here, virtually; profiles collect those a machine needs.
class users (
  Array[String[1]] $everywhere = ['ann', 'bob', 'cleo'],
) {
  include users::groups

  $accounts = {
    'ann'   => { 'uid' => 2001, 'comment' => 'Ann Archer', 'groups' => ['adm', 'sudo'], 'tag' => ['operator', 'admin'], 'keys' => 2 },
    'bob'   => { 'uid' => 2002, 'comment' => 'Bob Baker', 'groups' => ['adm', 'sudo'], 'tag' => ['operator', 'admin'], 'keys' => 1 },
    'cleo'  => { 'uid' => 2003, 'comment' => 'Cleo Carter', 'groups' => ['adm'], 'tag' => 'operator', 'keys' => 3 },
    'dora'  => { 'uid' => 2004, 'comment' => 'Dora Draper', 'groups' => ['dba'], 'tag' => 'dba' },
    'emil'  => { 'uid' => 2005, 'comment' => 'Emil Evans', 'groups' => ['dba'], 'tag' => 'dba', 'shell' => '/bin/zsh' },
    'fay'   => { 'uid' => 2006, 'comment' => 'Fay Fisher', 'groups' => ['www'], 'tag' => ['webmaster', 'author'] },
    'gus'   => { 'uid' => 2007, 'comment' => 'Gus Gardner', 'groups' => ['www'], 'tag' => ['webmaster', 'author'] },
    'hanna' => { 'uid' => 2008, 'comment' => 'Hanna Hunter', 'groups' => ['www'], 'tag' => 'webmaster', 'keys' => 2 },
    'ivo'   => { 'uid' => 2009, 'comment' => 'Ivo Ironside', 'groups' => ['backup'], 'tag' => 'operator' },
    'jill'  => { 'uid' => 2010, 'comment' => 'Jill Jenkins', 'tag' => 'author', 'ensure' => 'absent' },
  }
  $accounts.each |String $account, Hash $options| {
    @users::account { $account: * => $options }
  }

  $everywhere.each |$account| {
    realize(Users::Account[$account])
  }
  # Nobody who has left keeps an account.
  Users::Account <| ensure == 'absent' |>
}
