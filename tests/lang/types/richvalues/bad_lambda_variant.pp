notice(with(SemVer('1.0.0')) |Variant[SemVer['2.x'], Timespan] $t| { $t })
