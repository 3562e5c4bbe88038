-- Messages from the contact form: anybody writes, admins read. Stored before any mail is sent, so that a mail fault loses nothing.
create table private.rate_counters (
  key text not null,
  window_start timestamptz not null,
  hits integer not null,
  primary key (key, window_start)
);
alter table private.rate_counters enable row level security;

-- Counts one more and tells whether it is still within the limit. Keys are hashed: they are made of addresses.
create function private.is_within_limit(subject text, most integer, window_minutes integer) returns boolean
language plpgsql strict security definer set search_path = '' as $$
declare
  current_window timestamptz := date_bin(make_interval(mins => window_minutes), now(), 'epoch'::timestamptz);
  hashed text := encode(sha256(convert_to(subject, 'UTF8')), 'hex');
  counted integer;
begin
  delete from private.rate_counters c where c.key = hashed and c.window_start < current_window;
  insert into private.rate_counters as c (key, window_start, hits) values (hashed, current_window, 1)
  on conflict (key, window_start) do update set hits = c.hits + 1
  returning c.hits into counted;
  return counted <= most;
end $$;

-- What limits count by: one machine has a whole /64 of IPv6 addresses to come from. Null where it is no address.
create function private.network_of(address text) returns text
language plpgsql immutable set search_path = '' as $$
declare
  parsed inet;
begin
  parsed := regexp_replace(split_part(private.trimmed(address), '%', 1), '^::ffff:(?=\d+\.)', '', 'i')::inet;
  return case family(parsed) when 6 then network(set_masklen(parsed, 64))::text else host(parsed) end;
exception when invalid_text_representation then
  return null;
end $$;

-- Where the request comes from, as the gateway says. Null outside of requests, and where nobody says.
create function private.callers_network() returns text
language sql stable set search_path = '' as $$
  select private.network_of(coalesce(headers ->> 'cf-connecting-ip', split_part(headers ->> 'x-forwarded-for', ',', 1)))
  from (select nullif(current_setting('request.headers', true), '')::jsonb as headers) as request
$$;

-- Many services deliver ayse+anything@ to ayse@: for limits it is one mailbox.
create function private.mailbox_of(address text) returns text
language sql immutable set search_path = '' as $$
  select regexp_replace(lower(address), '\+[^@]*@', '@')
$$;

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
  handled_at timestamptz
);
create index contact_messages_created_at_idx on public.contact_messages (created_at desc);
create index contact_messages_sender_id_idx on public.contact_messages (sender_id);
create index contact_messages_email_idx on public.contact_messages (lower(email));

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

create trigger contact_messages_tidy before insert on public.contact_messages
  for each row execute function private.tidy_contact_message();

alter table public.contact_messages enable row level security;
grant insert (id, name, email, phone, message, language, website) on public.contact_messages to anon, authenticated;
grant select on public.contact_messages to authenticated;
grant update (handled_at) on public.contact_messages to authenticated;
grant select, delete on public.contact_messages to service_role;

create policy "contact_messages: anybody writes" on public.contact_messages
  for insert to anon, authenticated with check (handled_at is null and sender_id is not distinct from (select auth.uid()));
create policy "contact_messages: admins read" on public.contact_messages
  for select to authenticated using ((select private.is_admin()));
create policy "contact_messages: admins mark as handled" on public.contact_messages
  for update to authenticated using ((select private.is_admin())) with check ((select private.is_admin()));

grant execute on function private.is_within_limit, private.network_of, private.callers_network, private.mailbox_of
  to anon, authenticated, service_role;
