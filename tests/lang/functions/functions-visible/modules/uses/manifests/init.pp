class uses {
  notice(visible_one())
  notice(to_json({a => 1}))
  notice(visible_old())
  notice(call('visible_one'))
  notice(uses::inside())
}
