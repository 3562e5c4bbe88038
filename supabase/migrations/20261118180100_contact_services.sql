-- Which of the five services a contact message is about, and messages that admins see arrive.

create function private.is_service(code text) returns boolean
language sql immutable set search_path = '' as $$
  select code in ('healthcare', 'import-export', 'interior-design', 'real-estate', 'legal')
$$;
grant execute on function private.is_service to anon, authenticated, service_role;

alter table public.contact_messages
  add column service text constraint contact_messages_service_is_offered check (private.is_service(service));
grant insert (service) on public.contact_messages to anon, authenticated;

-- Only admins are sent them: the policy decides who reads a row.
alter publication supabase_realtime add table public.contact_messages;

drop function public.list_contact_messages;

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
