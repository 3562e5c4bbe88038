-- Messages from the contact form: anybody writes, about one of the services or none, and admins see them arrive. Stored before any mail is
-- sent, so that a mail fault loses nothing.

-- Bodies of functions may mention what a later file makes.
set check_function_bodies = off;

create function private.is_service(code text) returns boolean
language sql immutable set search_path = '' as $$
  select code in ('healthcare', 'import-export', 'interior-design', 'real-estate', 'legal')
$$;
grant execute on function private.is_service to anon, authenticated, service_role;

create table public.contact_messages (
  id uuid primary key default gen_random_uuid(),
  name text not null constraint contact_messages_name_is_given check (char_length(private.trimmed(name)) between 1 and 100 and name !~ '[[:cntrl:]]'),
  email text not null constraint contact_messages_email_is_an_address check (private.is_address(email)),
  phone text constraint contact_messages_phone_is_short check (char_length(phone) <= 40),
  message text not null constraint contact_messages_message_is_given check (char_length(private.trimmed(message)) between 1 and 2000),
  language text not null default 'tr' constraint contact_messages_language_is_offered check (private.is_offered_language(language)),
  -- The form hides this field, so only programs fill it in: their messages are kept, and no mail is sent.
  website text constraint contact_messages_website_is_short check (char_length(website) <= 200),
  -- Who was signed in, if anybody: it lets people export and erase what they wrote.
  sender_id uuid default auth.uid() references auth.users (id) on delete set null,
  created_at timestamptz not null default now(),
  -- When it was answered or settled, and by whom. Both come from the database.
  handled_at timestamptz,
  handled_by uuid references auth.users (id) on delete set null,
  -- Which of the services it is about.
  service text constraint contact_messages_service_is_offered check (private.is_service(service))
);
create index contact_messages_created_at_idx on public.contact_messages (created_at desc);
create index contact_messages_sender_id_idx on public.contact_messages (sender_id);
create index contact_messages_email_idx on public.contact_messages (lower(email));
create index contact_messages_handled_by_idx on public.contact_messages (handled_by);
create index contact_messages_created_at_id_idx on public.contact_messages (created_at desc, id desc);
create index contact_messages_open_idx on public.contact_messages (created_at desc, id desc) where handled_at is null;
alter table public.contact_messages enable row level security;
grant insert (id, name, email, phone, message, language, website, service) on public.contact_messages to anon, authenticated;
grant select on public.contact_messages to authenticated;
grant update (handled_at) on public.contact_messages to authenticated;
grant select, delete on public.contact_messages to service_role;

create policy "contact_messages: anybody writes" on public.contact_messages
  for insert to anon, authenticated with check (handled_at is null and sender_id is not distinct from (select auth.uid()));
create policy "contact_messages: admins read" on public.contact_messages
  for select to authenticated using ((select private.is_admin()));
create policy "contact_messages: admins mark as handled" on public.contact_messages
  for update to authenticated using ((select private.is_admin())) with check ((select private.is_admin()));

-- Many services deliver ayse+anything@ to ayse@: for limits it is one mailbox.
create function private.mailbox_of(address text) returns text
language sql immutable set search_path = '' as $$
  select regexp_replace(lower(address), '\+[^@]*@', '@')
$$;
grant execute on function private.mailbox_of to anon, authenticated, service_role;

create function private.tidy_contact_message() returns trigger
language plpgsql set search_path = '' as $$
begin
  new.name := private.trimmed(new.name);
  new.email := private.trimmed(new.email);
  new.phone := private.blank_to_null(new.phone);
  new.message := private.trimmed(new.message);
  new.website := private.blank_to_null(new.website);
  -- By network first: what is refused counts nowhere, so that no single one can use up everybody's limit.
  if not coalesce(private.is_within_limit('contact from ' || private.callers_network(), 20, 60), true)
    or not private.is_within_limit('contact:' || private.mailbox_of(new.email), 5, 60)
    or not private.is_within_limit('contact', 5000, 60)
  then
    perform private.fail('too_many_messages');
  end if;
  return new;
end $$;
create trigger contact_messages_tidy before insert on public.contact_messages
  for each row execute function private.tidy_contact_message();

-- Several in one request could use up everybody's limit at once, or lock limits in an order that deadlocks.
create function private.one_message_at_a_time() returns trigger
language plpgsql set search_path = '' as $$
begin
  if (select count(*) from added) > 1 then
    perform private.fail('too_many_messages');
  end if;
  return null;
end $$;
create trigger contact_messages_one_at_a_time after insert on public.contact_messages
  referencing new table as added for each statement execute function private.one_message_at_a_time();

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

-- Invoker: the policy gives messages to admins only.
create function public.list_contact_messages(
  only_open boolean default false, after_created_at timestamptz default null, after_id uuid default null, max_rows integer default 50
)
returns table (
  id uuid, name text, email text, phone text, message text, language text, created_at timestamptz, handled_at timestamptz,
  handled_by_name text, is_suspicious boolean, service text
)
language plpgsql stable set search_path = '' as $$
#variable_conflict use_column
begin
  perform private.check_page(max_rows);
  return query
  select m.id, m.name, m.email, m.phone, m.message, m.language, m.created_at, m.handled_at, private.name_of(m.handled_by), m.website is not null,
         m.service
  from (
    select c.* from public.contact_messages c
    where (not only_open or c.handled_at is null)
      and (after_created_at is null or (c.created_at, c.id) < (after_created_at, after_id))
    order by c.created_at desc, c.id desc limit max_rows
  ) as m
  order by m.created_at desc, m.id desc;
end $$;
grant execute on function public.list_contact_messages to authenticated;

