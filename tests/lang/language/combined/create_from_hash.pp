$files = {
  '/tmp/a' => { 'content' => 'A' },
  '/tmp/b' => { 'ensure' => 'absent', 'tag' => ['gone', 'x'] },
}
$defaults = { 'ensure' => 'file', 'mode' => '0640' }
create_resources('file', $files, $defaults)
File <| tag == 'gone' |> { backup => false }
notice(File['/tmp/a']['mode'])
