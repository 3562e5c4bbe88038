-- What the site says about the company. Null: the value of supabase/functions/_shared/company.ts, which in production is shown only if it is
-- not a sample. Everything here is public.

create function private.is_short_line(value text, max_length integer) returns boolean
language sql immutable set search_path = '' as $$
  select char_length(value) between 1 and max_length and private.trimmed(value) = value and value !~ '[[:cntrl:]]'
$$;
grant execute on function private.is_short_line to authenticated, service_role;

create function private.is_phone_number(value text) returns boolean
language sql immutable set search_path = '' as $$
  select value ~ '^\+[1-9][0-9 ()-]{5,28}[0-9]$'
$$;
grant execute on function private.is_phone_number to authenticated, service_role;

-- [{"name": …, "titleKey": …}], in the order of the page.
create function private.are_architects(value jsonb) returns boolean
language sql immutable set search_path = '' as $$
  select case when jsonb_typeof(value) = 'array' then jsonb_array_length(value) <= 6 and (
    select coalesce(bool_and(
      jsonb_typeof(a.one) = 'object' and (a.one - 'name' - 'titleKey') = '{}'
      and coalesce(jsonb_typeof(a.one -> 'name') = 'string' and private.is_short_line(a.one ->> 'name', 80), false)
      and coalesce(a.one ->> 'titleKey' in ('leadArchitect', 'interiorArchitect'), false)
    ), true)
    from jsonb_array_elements(value) as a (one)
  ) else value is null end
$$;
grant execute on function private.are_architects to authenticated, service_role;

create table public.company_settings (
  only_row boolean primary key default true constraint company_settings_is_one_row check (only_row),
  brand text constraint company_settings_brand_is_a_line check (private.is_short_line(brand, 40)),
  legal_names jsonb not null default '{}' constraint company_settings_legal_names_are_lines check (private.are_texts_up_to(legal_names, 120, true)),
  addresses jsonb not null default '{}' constraint company_settings_addresses_are_lines check (private.are_texts_up_to(addresses, 200, true)),
  phone_azerbaijan text constraint company_settings_phone_azerbaijan_is_a_number check (private.is_phone_number(phone_azerbaijan)),
  phone_turkey text constraint company_settings_phone_turkey_is_a_number check (private.is_phone_number(phone_turkey)),
  info_email text constraint company_settings_info_email_is_an_address check (private.is_address(info_email)),
  support_email text constraint company_settings_support_email_is_an_address check (private.is_address(support_email)),
  whatsapp text constraint company_settings_whatsapp_is_digits check (whatsapp ~ '^[1-9][0-9]{6,14}$'),
  tax_number text constraint company_settings_tax_number_is_a_number check (tax_number ~ '^[0-9A-Z][0-9A-Z /-]{2,28}[0-9A-Z]$'),
  permit_number text constraint company_settings_permit_number_is_a_line check (private.is_short_line(permit_number, 40)),
  permit_country text constraint company_settings_permit_country_is_a_code check (permit_country ~ '^[A-Z]{2}$'),
  permit_authorities jsonb not null default '{}'
    constraint company_settings_permit_authorities_are_lines check (private.are_texts_up_to(permit_authorities, 120, true)),
  psychology_coordinator text constraint company_settings_coordinator_is_a_line check (private.is_short_line(psychology_coordinator, 80)),
  architects jsonb constraint company_settings_architects_are_people check (private.are_architects(architects)),
  hours jsonb not null default '{}' constraint company_settings_hours_are_lines check (private.are_texts_up_to(hours, 120, true)),
  payment_ways jsonb not null default '{}' constraint company_settings_payment_ways_are_lines check (private.are_texts_up_to(payment_ways, 300, true)),
  version integer not null default 1,
  updated_at timestamptz not null default now(),
  updated_by uuid
);
comment on table public.company_settings is 'One row. By language where the type is jsonb, and architects as a list.';
comment on column public.company_settings.version is 'Grows with each change: a form that was filled from an older one saves nothing.';
comment on column public.company_settings.updated_by is 'Without a foreign key: it outlives the account.';
alter table public.company_settings enable row level security;
insert into public.company_settings default values;

grant select (
  brand, legal_names, addresses, phone_azerbaijan, phone_turkey, info_email, support_email, whatsapp, tax_number, permit_number,
  permit_country, permit_authorities, psychology_coordinator, architects, hours, payment_ways, version, updated_at
) on public.company_settings to anon, authenticated;
grant select on public.company_settings to service_role;
grant update (
  brand, legal_names, addresses, phone_azerbaijan, phone_turkey, info_email, support_email, whatsapp, tax_number, permit_number,
  permit_country, permit_authorities, psychology_coordinator, architects, hours, payment_ways
) on public.company_settings to authenticated, service_role;

create policy "company_settings: visitors read them" on public.company_settings for select to anon using (only_row);
create policy "company_settings: people read them" on public.company_settings for select to authenticated using (only_row);
create policy "company_settings: admins change them" on public.company_settings
  for update to authenticated using ((select private.is_admin())) with check ((select private.is_admin()));

create function private.prepare_company_settings() returns trigger
language plpgsql set search_path = '' as $$
begin
  new.version := old.version + 1;
  new.updated_at := now();
  new.updated_by := auth.uid();
  return new;
end $$;
create trigger company_settings_prepare before update on public.company_settings
  for each row when (old.* is distinct from new.*) execute function private.prepare_company_settings();

create function private.audit_company_settings() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  perform private.audit('company.changed', 'settings', jsonb_build_object('fields', (
    select jsonb_agg(n.key order by n.key)
    from jsonb_each(to_jsonb(new) - array['version', 'updated_at', 'updated_by']) as n
    join jsonb_each(to_jsonb(old)) as o using (key) where n.value is distinct from o.value
  )));
  return null;
end $$;
comment on function private.audit_company_settings is 'Definer: clients change the settings and may not call private.audit, which takes any text.';
create trigger company_settings_audit after update on public.company_settings
  for each row when (old.* is distinct from new.*) execute function private.audit_company_settings();
