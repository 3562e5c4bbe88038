-- Written by `npm run types` from the catalogue. Migrations change the schema; reviews read the difference here.

create table public.site_content_versions (
  content_id uuid not null,
  number integer not null,
  body jsonb not null,
  published_at timestamp with time zone not null default now(),
  published_by uuid,
  constraint site_content_versions_content_id_fkey FOREIGN KEY (content_id) REFERENCES public.site_content(id) ON DELETE CASCADE,
  constraint site_content_versions_pkey PRIMARY KEY (content_id, number)
);
comment on table public.site_content_versions is 'The last ten of each entry that were published.';
comment on column public.site_content_versions.published_by is 'Without a foreign key: it outlives the account.';
alter table public.site_content_versions enable row level security;
grant select on public.site_content_versions to authenticated;
grant select on public.site_content_versions to service_role;

create policy "site_content_versions: admins read" on public.site_content_versions
  for select to authenticated
  using ( SELECT private.is_admin() AS is_admin);
