notice(inline_template(@(T)))
  <%= "hello".tr("el", "ip") %> <%= "a-b-c".tr("-", "_") %> <%= "hello".tr("a-y", "b-z") %> <%= "hello".delete("l") %> <%= "aabb".squeeze %> <%= "hello".count("lo") %> <%= "a.b".tr("^a-z", "_") %>
  | T
