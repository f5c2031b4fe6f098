SELECT i.id, i.kind, i.type, i.version, i.notice, i.reason, i.tasks, i.opened_at, i.noticed_at, i.calm_since, i.returns, i.heard
FROM baton_incident i
