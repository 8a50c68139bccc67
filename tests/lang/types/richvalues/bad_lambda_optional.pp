notice(with(SemVer('1.0.0')) |Optional[SemVer['2.x']] $t| { $t })
