notice(with(SemVer('1.0.0')) |SemVer['2.x'] $t| { $t })
