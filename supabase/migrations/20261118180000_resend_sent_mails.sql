-- Sent mails can be sent again, and the log lists invitations. A sent mail has no body, so a repeat is recorded anew from what its
-- appointment or message says now.

alter table private.mail_outbox
  -- Which text a mail about an appointment has. It stays when the body goes. Null for mails of earlier releases and of other kinds.
  add column variant text,
  -- The first mail that this one repeats.
  add column repeats uuid constraint mail_outbox_repeats_fkey references private.mail_outbox (id) on delete cascade;
create index mail_outbox_repeats_idx on private.mail_outbox (repeats);
update private.mail_outbox m set variant = coalesce(m.payload ->> 'variant', substr(m.kind, 13))
where m.kind like 'appointment\_%' and (m.payload is not null or m.kind <> 'appointment_cancelled');

-- An allow-list: other mails about accounts carry links and codes of their own, and the person asks for a new one.
create function private.is_listed_mail(kind text) returns boolean
language sql immutable set search_path = '' as $$
  select kind not like 'account\_%' or kind = 'account_invite'
$$;
grant execute on function private.is_listed_mail to authenticated;

drop policy "mail_outbox: admins read what is no account mail" on private.mail_outbox;
create policy "mail_outbox: admins read listed mails" on private.mail_outbox
  for select to authenticated using (private.is_listed_mail(kind) and (select private.is_admin()));

create or replace function private.record_appointment_mail(appointment public.appointments, kind text, variant text default null) returns void
language sql security definer set search_path = '' as $$
  insert into private.mail_outbox (kind, recipient, user_id, language, payload, variant, dedupe_key)
  select record_appointment_mail.kind, person.address, person.id, person.language,
         jsonb_strip_nulls(jsonb_build_object('appointment_id', appointment.id, 'to', person.part, 'variant', record_appointment_mail.variant)),
         coalesce(record_appointment_mail.variant, substr(record_appointment_mail.kind, 13)),
         record_appointment_mail.kind || ':' || appointment.id || ':' || person.part
  from private.people_of(appointment) as person
  where person.address is not null
  on conflict (dedupe_key) do nothing
$$;

-- The body of a repeat, from the key of the first mail. Null where it cannot be made: the key of a mail about an earlier time says so, and
-- which text an old cancellation had is not known.
create function private.payload_of_repeat(mail private.mail_outbox) returns jsonb
language sql stable set search_path = '' as $$
  select case
    when mail.kind = 'appointment_cancelled' and mail.variant is null then null
    when mail.dedupe_key ~ ('^' || mail.kind || ':[0-9a-f-]{36}:(patient|doctor)$') then jsonb_strip_nulls(jsonb_build_object(
      'appointment_id', split_part(mail.dedupe_key, ':', 2), 'to', split_part(mail.dedupe_key, ':', 3), 'variant', mail.variant,
      -- Whether a patient cancelled in time is decided by when they did.
      'recorded_at', case when mail.kind = 'appointment_cancelled' then mail.created_at end
    ))
    when mail.dedupe_key ~ ('^' || mail.kind || ':[0-9a-f-]{36}$') then jsonb_build_object('message_id', split_part(mail.dedupe_key, ':', 2))
  end
$$;

-- Why a mail cannot be sent again, or null: 'invitation' has a button of its own, 'waiting' is on its way, 'outdated' is no longer true.
create function private.resend_obstacle(mail private.mail_outbox) returns text
language plpgsql stable security definer set search_path = '' as $$
declare
  first private.mail_outbox := mail;
begin
  if mail.kind like 'account\_%' then
    return 'invitation';
  end if;
  if mail.state in ('failed', 'waiting') then
    return case when mail.payload is null then 'outdated' end;
  end if;
  if mail.repeats is not null then
    select * into first from private.mail_outbox m where m.id = mail.repeats;
  end if;
  if first.state = 'sending'
    or exists (select from private.mail_outbox m where m.repeats = first.id and m.state in ('waiting', 'sending')) then
    return 'waiting';
  end if;
  first.payload := private.payload_of_repeat(first);
  first.next_attempt_at := now();
  if first.payload is null or not private.is_still_true(first) or private.recipient_of(first) is null then
    return 'outdated';
  end if;
  return null;
end $$;
comment on function private.resend_obstacle is 'Definer: nobody reads bodies and keys of the outbox. Only functions for admins call it.';

-- A mail that failed or waits is put back. One that was sent is recorded once more, to the person's present address and in their language:
-- a new mail, because mail servers drop what has been sent before.
create or replace function private.resend_mail(mail uuid) returns void
language plpgsql security definer set search_path = '' as $$
declare
  max_an_hour constant integer := 3;
  again uuid := gen_random_uuid();
  asked private.mail_outbox;
  first private.mail_outbox;
begin
  if not private.is_admin() then
    perform private.refuse();
  end if;
  update private.mail_outbox m set state = 'waiting', attempts = 0, doubts = 0, last_error = null, next_attempt_at = now()
  where m.id = mail and m.kind not like 'account\_%' and m.state in ('failed', 'waiting') and m.payload is not null;
  if not found then
    select * into asked from private.mail_outbox m where m.id = mail;
    -- Two who press at once take turns.
    select * into first from private.mail_outbox m where m.id = coalesce(asked.repeats, asked.id) for update;
    if asked.state is distinct from 'sent' or private.resend_obstacle(first) is not null then
      perform private.fail('mail_not_resendable');
    end if;
    if not private.is_within_limit('resend:' || first.id, max_an_hour, 60) then
      perform private.fail('too_many_requests', jsonb_build_object('most', max_an_hour));
    end if;
    first.payload := private.payload_of_repeat(first);
    insert into private.mail_outbox (id, kind, recipient, user_id, language, payload, variant, repeats, dedupe_key)
    select again, first.kind, private.recipient_of(first), first.user_id, coalesce(person.language, first.language), first.payload, first.variant,
           first.id, first.dedupe_key || ':again:' || again
    from (select) as one
    left join public.appointments a on a.id = private.uuid_or_null(first.payload ->> 'appointment_id')
    left join lateral private.people_of(a) as person on person.part = first.payload ->> 'to';
  end if;
  perform private.audit('mail.resent', 'mail:' || mail);
end $$;

drop function public.list_mails, private.list_mails;

-- Never bodies, and of mails about accounts only invitations.
create function private.list_mails(
  states text[], only_kind text, recipient_part text, after_created_at timestamptz, after_id uuid, max_rows integer
)
returns table (
  id uuid, kind text, recipient text, language text, state text, attempts integer, last_error text, next_attempt_at timestamptz,
  created_at timestamptz, sent_at timestamptz, can_resend boolean, resend_obstacle text, is_repeat boolean
)
language plpgsql stable security definer set search_path = '' as $$
#variable_conflict use_column
declare
  part text := private.blank_to_null(recipient_part);
begin
  perform private.check_page(max_rows);
  return query
  select (l.mail).id, (l.mail).kind, (l.mail).recipient, (l.mail).language, (l.mail).state, (l.mail).attempts, (l.mail).last_error,
         (l.mail).next_attempt_at, (l.mail).created_at, (l.mail).sent_at, o.obstacle is null, o.obstacle, (l.mail).repeats is not null
  from (
    select m as mail from private.mail_outbox m
    where private.is_listed_mail(m.kind)
      and (states is null or m.state = any (states))
      and (only_kind is null or m.kind = only_kind)
      and (part is null or strpos(lower(m.recipient), lower(part)) > 0)
      and (after_created_at is null or (m.created_at, m.id) < (after_created_at, after_id))
    order by m.created_at desc, m.id desc limit max_rows
  ) as l
  cross join lateral (select private.resend_obstacle(l.mail) as obstacle) as o
  order by (l.mail).created_at desc, (l.mail).id desc;
end $$;
comment on function private.list_mails is 'Definer: in the order of its index. It refuses everybody but admins first, and shows what mail_log shows them.';

create function public.list_mails(
  states text[] default null, only_kind text default null, recipient_part text default null, after_created_at timestamptz default null,
  after_id uuid default null, max_rows integer default 50
)
returns table (
  id uuid, kind text, recipient text, language text, state text, attempts integer, last_error text, next_attempt_at timestamptz,
  created_at timestamptz, sent_at timestamptz, can_resend boolean, resend_obstacle text, is_repeat boolean
)
language sql stable set search_path = '' as $$
  select * from private.list_mails(states, only_kind, recipient_part, after_created_at, after_id, max_rows)
$$;
grant execute on function private.list_mails, public.list_mails to authenticated;
