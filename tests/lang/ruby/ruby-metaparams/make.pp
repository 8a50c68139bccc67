notice(metas::make('a'))
