notify { String(SemVer('1.2.3')): }
notify { "${Timespan(90)}": }
