SELECT p.scope, p.bucket, p.type, p.flow_key, p.reason, p.since FROM baton_pause p
