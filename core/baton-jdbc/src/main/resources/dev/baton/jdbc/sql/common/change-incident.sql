UPDATE baton_incident SET notice = ?, reason = ?, tasks = ?, opened_at = {time}, noticed_at = {time}, calm_since = {time}, returns = ?,
  heard = ?, version = version + 1
WHERE kind = ? AND type = ? AND id = ? AND version = ?
