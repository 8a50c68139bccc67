notice(SemVer('1.2.3'), SemVer('1.2.3-rc.1+build.5'), SemVer(1, 2, 3), SemVer(1, 2, 3, 'rc.1'), SemVer(1, 2, 3, 'rc.1', 'b'), SemVer({ 'major' => 1, 'minor' => 2, 'patch' => 3, 'build' => 'x' }))
