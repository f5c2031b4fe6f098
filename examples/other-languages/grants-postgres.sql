GRANT EXECUTE ON FUNCTION baton_add(text, bytea, jsonb) TO orders;
