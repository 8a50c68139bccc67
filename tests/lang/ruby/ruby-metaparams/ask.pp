rm_box { 'b': } notice(metas::ask('file'), metas::ask('rm_thing'))
