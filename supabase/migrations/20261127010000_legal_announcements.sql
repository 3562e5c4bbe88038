-- Mails that tell every account of a new version of a legal document. The documents are in the source; that a version was announced is kept
-- here. Mails are recorded in batches, so that a press of a button never writes a mail for everybody at once.

-- Bodies of functions may mention what a later file makes.
set check_function_bodies = off;

create table public.legal_announcements (
  document text not null constraint legal_announcements_document_is_known check (document in ('privacy', 'terms', 'cookies')),
  version date not null,
  announced_at timestamptz not null default now(),
  -- How many mails were recorded, and up to which account: they are taken in the order of their ids.
  mails integer not null default 0,
  last_account_id uuid,
  finished_at timestamptz,
  primary key (document, version)
);
comment on table public.legal_announcements is 'Which versions of the legal documents were announced by mail. Who did it is in the log.';
comment on column public.legal_announcements.finished_at is 'When the last mail was recorded. Null: the next batch follows.';
create index legal_announcements_unfinished_idx on public.legal_announcements (announced_at) where finished_at is null;
alter table public.legal_announcements enable row level security;
grant select (document, version, announced_at, mails, finished_at) on public.legal_announcements to authenticated;

create policy "legal_announcements: admins read" on public.legal_announcements
  for select to authenticated using ((select private.is_admin()));

-- Everybody who had an account then: who came later has read the new version. An address that nobody has confirmed may be somebody else's.
create function private.legal_recipients(after_id uuid, created_until timestamptz, most integer)
returns table (id uuid, email text, language text)
language sql stable security definer set search_path = '' as $$
  select u.id, u.email, coalesce((select p.language from only private.profiles p where p.user_id = u.id), 'tr')
  from auth.users u
  where u.deleted_at is null and u.email is not null and u.email_confirmed_at is not null
    and (u.created_at is null or u.created_at <= created_until)
    and (after_id is null or u.id > after_id)
  order by u.id
  limit most
$$;
comment on function private.legal_recipients is 'Definer: accounts are not readable. Clients cannot call it.';

create function private.count_legal_recipients() returns integer
language plpgsql stable security definer set search_path = '' as $$
begin
  if not private.is_admin() then
    perform private.refuse();
  end if;
  return (select count(*) from private.legal_recipients(null, now(), null));
end $$;
comment on function private.count_legal_recipients is 'Definer: accounts are not readable. It refuses everybody but admins first, and gives a number only.';

create function public.count_legal_recipients() returns integer
language sql stable set search_path = '' as $$
  select private.count_legal_recipients()
$$;
grant execute on function private.count_legal_recipients, public.count_legal_recipients to authenticated;

-- They go out when nothing else is due.
create or replace function private.turn_of(kind text) returns integer
language sql immutable set search_path = '' as $$
  select case kind when 'contact_notice' then 1 when 'contact_confirmation' then 2 when 'account_legal_changed' then 3 else 0 end
$$;

-- The next batch of the oldest announcement, while fewer than `most` of these mails wait. How many it was.
create function private.record_legal_mails(most integer) returns integer
language plpgsql security definer set search_path = '' as $$
declare
  due public.legal_announcements;
  room integer;
  taken integer;
  recorded integer;
  last_id uuid;
begin
  room := least(most, 1000) - (
    select count(*) from private.mail_outbox m
    where private.turn_of(m.kind) = private.turn_of('account_legal_changed') and m.state in ('waiting', 'sending')
  );
  select * into due from public.legal_announcements l where l.finished_at is null order by l.announced_at limit 1 for update skip locked;
  if not found or room <= 0 then
    return 0;
  end if;
  with batch as materialized (
    select * from private.legal_recipients(due.last_account_id, due.announced_at, room)
  ), told as (
    insert into private.mail_outbox (kind, recipient, user_id, language, payload, dedupe_key)
    select 'account_legal_changed', b.email, b.id, b.language, jsonb_build_object('document', due.document, 'version', due.version),
           'account_legal_changed:' || due.document || ':' || due.version || ':' || b.id
    from batch b
    on conflict (dedupe_key) do nothing
    returning 1
  )
  select count(*), (array_agg(b.id order by b.id desc))[1], (select count(*) from told) into taken, last_id, recorded from batch b;
  update public.legal_announcements l
  set mails = l.mails + recorded, last_account_id = coalesce(last_id, l.last_account_id), finished_at = case when taken < room then now() end
  where l.document = due.document and l.version = due.version;
  return recorded;
end $$;
comment on function private.record_legal_mails is 'Definer: nobody may write the outbox or the announcements, and accounts are not readable.';

create function public.record_legal_mails(most integer default 500) returns integer
language sql set search_path = '' as $$
  select private.record_legal_mails(most)
$$;
grant execute on function private.record_legal_mails, public.record_legal_mails to service_role;

-- Each version once, and none that is older than the last one.
create function private.announce_legal_document(document text, version date) returns void
language plpgsql security definer set search_path = '' as $$
begin
  if not private.is_admin() then
    perform private.refuse();
  end if;
  -- It may be tomorrow where the reader is.
  if announce_legal_document.version is null or announce_legal_document.version > current_date + 1 then
    perform private.fail('legal_version_invalid');
  end if;
  -- Two who press at once take turns.
  perform pg_advisory_xact_lock(hashtextextended('legal announcements', 0));
  if exists (
    select from public.legal_announcements l
    where l.document = announce_legal_document.document and l.version >= announce_legal_document.version
  ) then
    perform private.fail('legal_already_announced');
  end if;
  insert into public.legal_announcements (document, version) values (announce_legal_document.document, announce_legal_document.version);
  perform private.audit('legal.announced', 'legal:' || document, jsonb_build_object('version', version));
  perform private.record_legal_mails(500);
end $$;
comment on function private.announce_legal_document is 'Definer: nobody may write announcements. It refuses everybody but admins first.';

create function public.announce_legal_document(document text, version date) returns void
language sql set search_path = '' as $$
  select private.announce_legal_document(announce_legal_document.document, announce_legal_document.version)
$$;
grant execute on function private.announce_legal_document, public.announce_legal_document to authenticated;
