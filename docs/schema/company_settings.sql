-- Written by `npm run types` from the catalogue. Migrations change the schema; reviews read the difference here.

create table public.company_settings (
  only_row boolean not null default true,
  brand text,
  legal_names jsonb not null default '{}'::jsonb,
  addresses jsonb not null default '{}'::jsonb,
  phone_azerbaijan text,
  phone_turkey text,
  info_email text,
  support_email text,
  whatsapp text,
  tax_number text,
  permit_number text,
  permit_country text,
  permit_authorities jsonb not null default '{}'::jsonb,
  psychology_coordinator text,
  architects jsonb,
  hours jsonb not null default '{}'::jsonb,
  payment_ways jsonb not null default '{}'::jsonb,
  version integer not null default 1,
  updated_at timestamp with time zone not null default now(),
  updated_by uuid,
  psychology_coordinator_photo text,
  constraint company_settings_pkey PRIMARY KEY (only_row),
  constraint company_settings_addresses_are_lines CHECK (private.are_texts_up_to(addresses, 200, true)),
  constraint company_settings_architects_are_people CHECK (private.are_architects(architects)),
  constraint company_settings_brand_is_a_line CHECK (private.is_short_line(brand, 40)),
  constraint company_settings_coordinator_is_a_line CHECK (private.is_short_line(psychology_coordinator, 80)),
  constraint company_settings_coordinator_photo_has_a_name CHECK (((psychology_coordinator_photo IS NULL) OR (psychology_coordinator IS NOT NULL))),
  constraint company_settings_coordinator_photo_is_a_photo CHECK (private.is_site_photo(psychology_coordinator_photo)),
  constraint company_settings_hours_are_lines CHECK (private.are_texts_up_to(hours, 120, true)),
  constraint company_settings_info_email_is_an_address CHECK (private.is_address(info_email)),
  constraint company_settings_is_one_row CHECK (only_row),
  constraint company_settings_legal_names_are_lines CHECK (private.are_texts_up_to(legal_names, 120, true)),
  constraint company_settings_payment_ways_are_lines CHECK (private.are_texts_up_to(payment_ways, 300, true)),
  constraint company_settings_permit_authorities_are_lines CHECK (private.are_texts_up_to(permit_authorities, 120, true)),
  constraint company_settings_permit_country_is_a_code CHECK ((permit_country ~ '^[A-Z]{2}$'::text)),
  constraint company_settings_permit_number_is_a_line CHECK (private.is_short_line(permit_number, 40)),
  constraint company_settings_phone_azerbaijan_is_a_number CHECK (private.is_phone_number(phone_azerbaijan)),
  constraint company_settings_phone_turkey_is_a_number CHECK (private.is_phone_number(phone_turkey)),
  constraint company_settings_support_email_is_an_address CHECK (private.is_address(support_email)),
  constraint company_settings_tax_number_is_a_number CHECK ((tax_number ~ '^[0-9A-Z][0-9A-Z /-]{2,28}[0-9A-Z]$'::text)),
  constraint company_settings_whatsapp_is_digits CHECK ((whatsapp ~ '^[1-9][0-9]{6,14}$'::text))
);
comment on table public.company_settings is 'One row. By language where the type is jsonb, and architects as a list.';
comment on column public.company_settings.version is 'Grows with each change: a form that was filled from an older one saves nothing.';
comment on column public.company_settings.updated_by is 'Without a foreign key: it outlives the account.';
comment on column public.company_settings.psychology_coordinator_photo is 'Never shown beside the name of the source, which is a sample.';
alter table public.company_settings enable row level security;
grant select on public.company_settings to service_role;
grant select (brand, legal_names, addresses, phone_azerbaijan, phone_turkey, info_email, support_email, whatsapp, tax_number, permit_number, permit_country, permit_authorities, psychology_coordinator, architects, hours, payment_ways, version, updated_at, psychology_coordinator_photo) on public.company_settings to anon;
grant select (brand, legal_names, addresses, phone_azerbaijan, phone_turkey, info_email, support_email, whatsapp, tax_number, permit_number, permit_country, permit_authorities, psychology_coordinator, architects, hours, payment_ways, version, updated_at, psychology_coordinator_photo) on public.company_settings to authenticated;
grant update (brand, legal_names, addresses, phone_azerbaijan, phone_turkey, info_email, support_email, whatsapp, tax_number, permit_number, permit_country, permit_authorities, psychology_coordinator, architects, hours, payment_ways, psychology_coordinator_photo) on public.company_settings to authenticated;
grant update (brand, legal_names, addresses, phone_azerbaijan, phone_turkey, info_email, support_email, whatsapp, tax_number, permit_number, permit_country, permit_authorities, psychology_coordinator, architects, hours, payment_ways, psychology_coordinator_photo) on public.company_settings to service_role;

create policy "company_settings: admins change them" on public.company_settings
  for update to authenticated
  using ( SELECT private.is_admin() AS is_admin)
  with check ( SELECT private.is_admin() AS is_admin);

create policy "company_settings: people read them" on public.company_settings
  for select to authenticated
  using only_row;

create policy "company_settings: visitors read them" on public.company_settings
  for select to anon
  using only_row;

CREATE TRIGGER company_settings_announce AFTER UPDATE ON public.company_settings FOR EACH STATEMENT EXECUTE FUNCTION private.announce_public_change('company');

CREATE TRIGGER company_settings_audit AFTER UPDATE ON public.company_settings FOR EACH ROW WHEN ((old.* IS DISTINCT FROM new.*)) EXECUTE FUNCTION private.audit_company_settings();

CREATE TRIGGER company_settings_prepare BEFORE UPDATE ON public.company_settings FOR EACH ROW WHEN ((old.* IS DISTINCT FROM new.*)) EXECUTE FUNCTION private.prepare_company_settings();
