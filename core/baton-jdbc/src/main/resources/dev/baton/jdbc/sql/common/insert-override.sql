-- One that is set already fails as a duplicate: the primary key decides every race.
INSERT INTO baton_override (kind, name, numbers, set_by, reason, set_at) VALUES (?, ?, ?, ?, ?, {now})
