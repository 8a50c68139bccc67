notice(inline_template(@(T)))
  <%-
    def yn(v)
      case v
      when true
        "yes"
      when false
        "no"
      else
        v
      end
    end
  -%>
  <%= yn(true) %> <%= yn(false) %> <%= yn("x") %> <%= yn nil %>|
  | T
