-- What the project adds to /metrics.
create view private.metrics as select 'sample_things' as name, 'Things.' as help, '{"kind": "\"quoted\""}'::jsonb as labels, 3::double precision as value;
grant select on private.metrics to service_role;
