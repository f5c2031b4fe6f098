-- A migration for tests, like one of a later Baton: it only adds, can be repeated, and serves the version before.
CREATE TABLE IF NOT EXISTS baton_later (id INT NOT NULL, PRIMARY KEY (id)) ENGINE = InnoDB;

INSERT INTO baton_schema_serves (version, serves_from) VALUES (2, 1) ON DUPLICATE KEY UPDATE serves_from = 1;
INSERT INTO baton_schema (version, applied_at) VALUES (2, UTC_TIMESTAMP(6));
