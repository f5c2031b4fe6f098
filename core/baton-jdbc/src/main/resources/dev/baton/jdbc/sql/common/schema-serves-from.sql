SELECT s.serves_from FROM baton_schema_serves s WHERE s.version = ?
