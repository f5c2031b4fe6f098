DELETE FROM baton_incident WHERE kind = ? AND type = ? AND id = ? AND version = ?
