notice(with({ 'a' => SemVer('1.0.0') }) |Struct[{ 'a' => SemVer['2.x'] }] $t| { $t })
