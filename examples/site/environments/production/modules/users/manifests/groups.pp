# Groups come before the accounts that use them.
class users::groups {
  group {
    default:
      ensure => present;
    'dba':
      gid => 3001;
    'www':
      gid => 3002;
    'operators':
      gid    => 3003,
      system => true;
  }
  Group <| tag == 'users::groups' |> -> User <| |>
}
