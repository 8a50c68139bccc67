ensure_resources('@notify', {'a' => {}})
realize(Notify['a'])
