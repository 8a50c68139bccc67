notice(inline_template(@(T)))
  <% x = [3, 1, 2]; x.sort!; x.map! { |v| v * 2 }; x.reject! { |v| v == 4 }; x.concat([7]); x.insert(1, 5); x.reverse! %><%= x.inspect %> <%= x.delete_at(0) %> <%= x.uniq!.inspect %> <%= x.flatten!.inspect %>
  | T
