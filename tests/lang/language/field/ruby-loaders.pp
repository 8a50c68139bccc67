notice(fieldload::known('max', 1, 2), fieldload::known('fieldload::count', 'a'), fieldload::known('fieldload::nothing'), fieldload::known('nothing'))
