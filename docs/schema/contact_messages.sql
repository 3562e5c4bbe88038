-- Written by `npm run types` from the catalogue. Migrations change the schema; reviews read the difference here.

create table public.contact_messages (
  id uuid not null default gen_random_uuid(),
  name text not null,
  email text not null,
  phone text,
  message text not null,
  language text not null default 'tr'::text,
  website text,
  sender_id uuid default auth.uid(),
  created_at timestamp with time zone not null default now(),
  handled_at timestamp with time zone,
  handled_by uuid,
  service text,
  constraint contact_messages_handled_by_fkey FOREIGN KEY (handled_by) REFERENCES auth.users(id) ON DELETE SET NULL,
  constraint contact_messages_pkey PRIMARY KEY (id),
  constraint contact_messages_sender_id_fkey FOREIGN KEY (sender_id) REFERENCES auth.users(id) ON DELETE SET NULL,
  constraint contact_messages_email_is_an_address CHECK (private.is_address(email)),
  constraint contact_messages_language_is_offered CHECK (private.is_offered_language(language)),
  constraint contact_messages_message_is_given CHECK (((char_length(private.trimmed(message)) >= 1) AND (char_length(private.trimmed(message)) <= 2000))),
  constraint contact_messages_name_is_given CHECK ((((char_length(private.trimmed(name)) >= 1) AND (char_length(private.trimmed(name)) <= 100)) AND (name !~ '[[:cntrl:]]'::text))),
  constraint contact_messages_phone_is_short CHECK ((char_length(phone) <= 40)),
  constraint contact_messages_service_is_offered CHECK (private.is_service(service)),
  constraint contact_messages_website_is_short CHECK ((char_length(website) <= 200))
);
CREATE INDEX contact_messages_created_at_idx ON public.contact_messages USING btree (created_at DESC);
CREATE INDEX contact_messages_sender_id_idx ON public.contact_messages USING btree (sender_id);
CREATE INDEX contact_messages_email_idx ON public.contact_messages USING btree (lower(email));
CREATE INDEX contact_messages_handled_by_idx ON public.contact_messages USING btree (handled_by);
CREATE INDEX contact_messages_created_at_id_idx ON public.contact_messages USING btree (created_at DESC, id DESC);
CREATE INDEX contact_messages_open_idx ON public.contact_messages USING btree (created_at DESC, id DESC) WHERE (handled_at IS NULL);
alter table public.contact_messages enable row level security;
grant select on public.contact_messages to authenticated;
grant delete, select on public.contact_messages to service_role;
grant insert (id, name, email, phone, message, language, website, service) on public.contact_messages to anon;
grant insert (id, name, email, phone, message, language, website, service) on public.contact_messages to authenticated;
grant update (handled_at) on public.contact_messages to authenticated;

create policy "contact_messages: admins mark as handled" on public.contact_messages
  for update to authenticated
  using ( SELECT private.is_admin() AS is_admin)
  with check ( SELECT private.is_admin() AS is_admin);

create policy "contact_messages: admins read" on public.contact_messages
  for select to authenticated
  using ( SELECT private.is_admin() AS is_admin);

create policy "contact_messages: anybody writes" on public.contact_messages
  for insert to anon, authenticated
  with check ((handled_at IS NULL) AND (NOT (sender_id IS DISTINCT FROM ( SELECT auth.uid() AS uid))));

CREATE TRIGGER contact_messages_forget_mails AFTER DELETE ON public.contact_messages FOR EACH ROW EXECUTE FUNCTION private.forget_mails_of_message();

CREATE TRIGGER contact_messages_one_at_a_time AFTER INSERT ON public.contact_messages REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION private.one_message_at_a_time();

CREATE TRIGGER contact_messages_stamp_handled BEFORE UPDATE OF handled_at ON public.contact_messages FOR EACH ROW EXECUTE FUNCTION private.stamp_handled_message();

CREATE TRIGGER contact_messages_tell AFTER INSERT ON public.contact_messages FOR EACH ROW EXECUTE FUNCTION private.tell_about_message();

CREATE TRIGGER contact_messages_tidy BEFORE INSERT ON public.contact_messages FOR EACH ROW EXECUTE FUNCTION private.tidy_contact_message();

CREATE OR REPLACE FUNCTION private.is_service(code text)
 RETURNS boolean
 LANGUAGE sql
 IMMUTABLE
 SET search_path TO ''
AS $function$
  select code in ('healthcare', 'import-export', 'interior-design', 'real-estate', 'legal')
$function$;
grant execute on function private.is_service(text) to anon;
grant execute on function private.is_service(text) to authenticated;
grant execute on function private.is_service(text) to service_role;

CREATE OR REPLACE FUNCTION private.mailbox_of(address text)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE
 SET search_path TO ''
AS $function$
  select regexp_replace(lower(address), '\+[^@]*@', '@')
$function$;
grant execute on function private.mailbox_of(text) to anon;
grant execute on function private.mailbox_of(text) to authenticated;
grant execute on function private.mailbox_of(text) to service_role;

CREATE OR REPLACE FUNCTION private.one_message_at_a_time()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
begin
  if (select count(*) from added) > 1 then
    perform private.fail('too_many_messages');
  end if;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION private.stamp_handled_message()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
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
end $function$;

CREATE OR REPLACE FUNCTION private.tidy_contact_message()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
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
end $function$;

CREATE OR REPLACE FUNCTION public.list_contact_messages(only_open boolean DEFAULT false, after_created_at timestamp with time zone DEFAULT NULL::timestamp with time zone, after_id uuid DEFAULT NULL::uuid, max_rows integer DEFAULT 50)
 RETURNS TABLE(id uuid, name text, email text, phone text, message text, language text, created_at timestamp with time zone, handled_at timestamp with time zone, handled_by_name text, is_suspicious boolean, service text)
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
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
end $function$;
grant execute on function public.list_contact_messages(boolean,timestamp with time zone,uuid,integer) to authenticated;
