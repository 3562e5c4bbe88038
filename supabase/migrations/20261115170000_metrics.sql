-- What an operator watches: the server adds these rows to /metrics. Counts and ages only.
create view private.metrics as
  select 'mail_outbox_mails' as name, 'Mails that are not sent yet, by state.' as help, jsonb_build_object('state', s.state) as labels,
    (select count(*) from private.mail_outbox m where m.state = s.state)::double precision as value
  from unnest(array['waiting', 'sending', 'failed']) as s (state)
  union all
  select 'mail_outbox_oldest_due_seconds', 'How long the mail that is due the longest has been waiting.', '{}',
    coalesce(extract(epoch from now() - min(m.next_attempt_at) filter (where m.next_attempt_at < now())), 0)
  from private.mail_outbox m where m.state in ('waiting', 'sending');
revoke all on private.metrics from anon, authenticated;
grant select on private.metrics to service_role;
