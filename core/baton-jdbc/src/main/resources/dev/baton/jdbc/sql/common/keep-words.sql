UPDATE baton_finished SET error = ?, result = ? WHERE id = ?
