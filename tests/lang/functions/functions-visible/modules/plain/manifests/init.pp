class plain {
  notice(to_json({a => 1}))
}
