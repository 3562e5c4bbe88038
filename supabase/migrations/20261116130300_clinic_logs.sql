-- Lists for admins: contact messages, mails and the audit log, page by page in the order of an index. The next page comes after the last row.

-- Who answered or settled a message; `handled_at` says when. Both come from the database.
alter table public.contact_messages add column handled_by uuid references auth.users (id) on delete set null;
create index contact_messages_handled_by_idx on public.contact_messages (handled_by);
create index contact_messages_created_at_id_idx on public.contact_messages (created_at desc, id desc);
create index contact_messages_open_idx on public.contact_messages (created_at desc, id desc) where handled_at is null;
create index mail_outbox_created_at_id_idx on private.mail_outbox (created_at desc, id desc);
create index audit_log_action_id_idx on public.audit_log (action, id desc);
create index audit_log_actor_id_idx on public.audit_log (actor, id desc);

create function private.stamp_handled_message() returns trigger
language plpgsql set search_path = '' as $$
begin
  if new.handled_at is null then
    new.handled_by := null;
  elsif old.handled_at is null then
    new.handled_at := now();
    new.handled_by := auth.uid();
  else
    new.handled_at := old.handled_at;
    new.handled_by := old.handled_by;
  end if;
  return new;
end $$;
create trigger contact_messages_stamp_handled before update of handled_at on public.contact_messages
  for each row execute function private.stamp_handled_message();

create function private.check_page(max_rows integer) returns void
language plpgsql set search_path = '' as $$
begin
  if not private.is_admin() then
    perform private.refuse();
  end if;
  if (max_rows between 1 and 200) is not true then
    perform private.fail('rows_out_of_range', jsonb_build_object('least', 1, 'most', 200));
  end if;
end $$;
grant execute on function private.check_page to authenticated;

-- The name of an account, for people who may read it, or null.
create function private.name_of(person uuid) returns text
language sql stable security definer set search_path = '' as $$
  select nullif(concat_ws(' ', p.first_name, p.last_name), '') from private.profiles_without_health p
  where p.user_id = person and (private.is_admin() or person = private.me())
$$;
comment on function private.name_of is 'Definer: asking the policy of profiles for every row of a list is slow. It answers admins, and everybody about themselves.';
grant execute on function private.name_of to authenticated;

-- Invoker: the policy gives messages to admins only.
create function public.list_contact_messages(
  only_open boolean default false, after_created_at timestamptz default null, after_id uuid default null, max_rows integer default 50
)
returns table (
  id uuid, name text, email text, phone text, message text, language text, created_at timestamptz, handled_at timestamptz,
  handled_by_name text, is_suspicious boolean
)
language plpgsql stable set search_path = '' as $$
#variable_conflict use_column
begin
  perform private.check_page(max_rows);
  return query
  select m.id, m.name, m.email, m.phone, m.message, m.language, m.created_at, m.handled_at, private.name_of(m.handled_by), m.website is not null
  from (
    select c.* from public.contact_messages c
    where (not only_open or c.handled_at is null)
      and (after_created_at is null or (c.created_at, c.id) < (after_created_at, after_id))
    order by c.created_at desc, c.id desc limit max_rows
  ) as m
  order by m.created_at desc, m.id desc;
end $$;

-- Never bodies, and never mails about accounts: those carry links and codes. Definer, because the policy would be asked for every row and
-- keeps the planner from the index.
create function private.list_mails(
  states text[], only_kind text, recipient_part text, after_created_at timestamptz, after_id uuid, max_rows integer
)
returns table (
  id uuid, kind text, recipient text, language text, state text, attempts integer, last_error text, next_attempt_at timestamptz,
  created_at timestamptz, sent_at timestamptz, can_resend boolean
)
language plpgsql stable security definer set search_path = '' as $$
#variable_conflict use_column
declare
  part text := private.blank_to_null(recipient_part);
begin
  perform private.check_page(max_rows);
  return query
  select m.id, m.kind, m.recipient, m.language, m.state, m.attempts, m.last_error, m.next_attempt_at, m.created_at, m.sent_at,
         m.state in ('failed', 'waiting') and m.payload is not null
  from private.mail_outbox m
  where m.kind not like 'account\_%'
    and (states is null or m.state = any (states))
    and (only_kind is null or m.kind = only_kind)
    and (part is null or strpos(lower(m.recipient), lower(part)) > 0)
    and (after_created_at is null or (m.created_at, m.id) < (after_created_at, after_id))
  order by m.created_at desc, m.id desc limit max_rows;
end $$;
comment on function private.list_mails is 'Definer: in the order of its index. It refuses everybody but admins first, and shows what mail_log shows them.';

create function public.list_mails(
  states text[] default null, only_kind text default null, recipient_part text default null, after_created_at timestamptz default null,
  after_id uuid default null, max_rows integer default 50
)
returns table (
  id uuid, kind text, recipient text, language text, state text, attempts integer, last_error text, next_attempt_at timestamptz,
  created_at timestamptz, sent_at timestamptz, can_resend boolean
)
language sql stable set search_path = '' as $$
  select * from private.list_mails(states, only_kind, recipient_part, after_created_at, after_id, max_rows)
$$;

-- As in the first release, and who had it sent again is in the log.
create or replace function private.resend_mail(mail uuid) returns void
language plpgsql security definer set search_path = '' as $$
begin
  if not private.is_admin() then
    perform private.refuse();
  end if;
  update private.mail_outbox m set state = 'waiting', attempts = 0, doubts = 0, last_error = null, next_attempt_at = now()
  where m.id = mail and m.kind not like 'account\_%' and m.state in ('failed', 'waiting') and m.payload is not null;
  if not found then
    perform private.fail('mail_not_resendable');
  end if;
  perform private.audit('mail.resent', 'mail:' || mail);
end $$;

-- Entries by a person, or about them. `actions` are names or their first parts, such as 'appointment.'.
create function private.list_audit_log(
  actions text[], person uuid, from_time timestamptz, to_time timestamptz, before_id bigint, max_rows integer
)
returns table (id bigint, at timestamptz, actor uuid, actor_name text, action text, subject text, subject_name text, details jsonb)
language plpgsql stable security definer set search_path = '' as $$
#variable_conflict use_column
begin
  if not private.is_admin() then
    perform private.refuse();
  end if;
  return query
  select l.id, l.at, l.actor, private.name_of(l.actor), l.action, l.subject,
         case
           when l.subject like 'user:%' then private.name_of(private.uuid_or_null(substr(l.subject, 6)))
           when l.subject like 'doctor:%' then (
             select d.first_name || ' ' || d.last_name from public.doctors d where d.id = private.uuid_or_null(substr(l.subject, 8))
           )
         end,
         l.details
  from (
    select e.* from public.audit_log e
    where (list_audit_log.actions is null or exists (select from unnest(list_audit_log.actions) as wanted where starts_with(e.action, wanted)))
      and (person is null or e.actor = person or e.subject = 'user:' || person)
      and (from_time is null or e.at >= from_time)
      and (to_time is null or e.at < to_time)
      and (before_id is null or e.id < before_id)
    order by e.id desc limit list_audit_log.max_rows
  ) as l
  order by l.id desc;
end $$;
comment on function private.list_audit_log is 'Definer: in the order of the primary key, which a policy keeps the planner from. It refuses everybody but admins first.';

create function public.list_audit_log(
  actions text[] default null, person uuid default null, from_time timestamptz default null, to_time timestamptz default null,
  before_id bigint default null, max_rows integer default 50
)
returns table (id bigint, at timestamptz, actor uuid, actor_name text, action text, subject text, subject_name text, details jsonb)
language plpgsql stable set search_path = '' as $$
begin
  perform private.check_page(max_rows);
  return query select * from private.list_audit_log(actions, person, from_time, to_time, before_id, max_rows);
end $$;

-- What the list shows, for a file: 5,000 rows a call. The next part starts before the last row of this one. Every call is in the log itself.
create function private.export_audit_log(actions text[], person uuid, from_time timestamptz, to_time timestamptz, before_id bigint)
returns jsonb
language plpgsql security definer set search_path = '' as $$
declare
  max_rows constant integer := 5000;
  max_an_hour constant integer := 60;
  exported jsonb;
begin
  if not private.is_admin() then
    perform private.refuse();
  end if;
  if not private.is_within_limit('export of the log:' || private.me(), max_an_hour, 60) then
    perform private.fail('too_many_requests', jsonb_build_object('most', max_an_hour, 'seconds', 3600));
  end if;
  select coalesce(jsonb_agg(to_jsonb(l) order by l.id desc), '[]') into exported
  from private.list_audit_log(actions, person, from_time, to_time, before_id, max_rows) as l;
  perform private.audit('audit_log.exported', 'audit_log', jsonb_strip_nulls(jsonb_build_object(
    'rows', jsonb_array_length(exported), 'actions', actions, 'person', person, 'from', from_time, 'to', to_time
  )));
  return exported;
end $$;
comment on function private.export_audit_log is 'Definer: it writes the log. It refuses everybody but admins first, and gives what the list does.';

create function public.export_audit_log(
  actions text[] default null, person uuid default null, from_time timestamptz default null, to_time timestamptz default null,
  before_id bigint default null
) returns jsonb
language sql set search_path = '' as $$
  select private.export_audit_log(actions, person, from_time, to_time, before_id)
$$;

grant execute on function private.list_mails, private.list_audit_log, private.export_audit_log,
  public.list_contact_messages, public.list_mails, public.list_audit_log, public.export_audit_log to authenticated;
