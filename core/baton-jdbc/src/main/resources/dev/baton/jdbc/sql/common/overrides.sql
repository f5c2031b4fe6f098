SELECT o.kind, o.set_by, o.name, o.numbers, o.reason, o.set_at FROM baton_override o
