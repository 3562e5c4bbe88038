-- Written by `npm run types` from the catalogue. Migrations change the schema; reviews read the difference here.

create table public.legal_announcements (
  document text not null,
  version date not null,
  announced_at timestamp with time zone not null default now(),
  mails integer not null default 0,
  last_account_id uuid,
  finished_at timestamp with time zone,
  constraint legal_announcements_pkey PRIMARY KEY (document, version),
  constraint legal_announcements_document_is_known CHECK ((document = ANY (ARRAY['privacy'::text, 'terms'::text, 'cookies'::text])))
);
comment on table public.legal_announcements is 'Which versions of the legal documents were announced by mail. Who did it is in the log.';
comment on column public.legal_announcements.finished_at is 'When the last mail was recorded. Null: the next batch follows.';
CREATE INDEX legal_announcements_unfinished_idx ON public.legal_announcements USING btree (announced_at) WHERE (finished_at IS NULL);
alter table public.legal_announcements enable row level security;
grant select (document, version, announced_at, mails, finished_at) on public.legal_announcements to authenticated;

create policy "legal_announcements: admins read" on public.legal_announcements
  for select to authenticated
  using ( SELECT private.is_admin() AS is_admin);

CREATE OR REPLACE FUNCTION private.record_legal_mails(most integer)
 RETURNS integer
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
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
end $function$;
comment on function private.record_legal_mails(integer) is 'Definer: nobody may write the outbox or the announcements, and accounts are not readable.';
grant execute on function private.record_legal_mails(integer) to service_role;
