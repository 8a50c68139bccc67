notice(inline_template(@(T)))
  <%= ([1, 2] + [3]).inspect %><%= ([1, 2, 2] - [2]).inspect %><%= ([1, 1, 2] & [1]).inspect %><%= ([1] | [2, 1]).inspect %><%= ([1, 2] * 2).inspect %><%= [1, 2] * "," %>
  | T
