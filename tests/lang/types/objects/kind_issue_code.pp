notice(Error[{kind => 'x'}], Error[{issue_code => 'x'}])
