-- Photos of the people whom the pages name: the architects and the coordinator of the psychologists. They are in the bucket site-photos,
-- like those of projects.

-- The content of the site uses it within definer functions only; here admins change the row themselves.
grant execute on function private.is_site_photo to authenticated, service_role;

-- [{"name": …, "titleKey": …, "photo": …}], in the order of the page. Without a photo the key is left out.
create or replace function private.are_architects(value jsonb) returns boolean
language sql immutable set search_path = '' as $$
  select case when jsonb_typeof(value) = 'array' then jsonb_array_length(value) <= 6 and (
    select coalesce(bool_and(
      jsonb_typeof(a.one) = 'object' and (a.one - 'name' - 'titleKey' - 'photo') = '{}'
      and coalesce(jsonb_typeof(a.one -> 'name') = 'string' and private.is_short_line(a.one ->> 'name', 80), false)
      and coalesce(a.one ->> 'titleKey' in ('leadArchitect', 'interiorArchitect'), false)
      and (not a.one ? 'photo' or coalesce(jsonb_typeof(a.one -> 'photo') = 'string' and private.is_site_photo(a.one ->> 'photo'), false))
    ), true)
    from jsonb_array_elements(value) as a (one)
  ) else value is null end
$$;

alter table public.company_settings
  add column psychology_coordinator_photo text
    constraint company_settings_coordinator_photo_is_a_photo check (private.is_site_photo(psychology_coordinator_photo)),
  add constraint company_settings_coordinator_photo_has_a_name
    check (psychology_coordinator_photo is null or psychology_coordinator is not null);
comment on column public.company_settings.psychology_coordinator_photo is 'Never shown beside the name of the source, which is a sample.';
grant select (psychology_coordinator_photo) on public.company_settings to anon, authenticated;
grant update (psychology_coordinator_photo) on public.company_settings to authenticated, service_role;

-- The photos that are published, in a draft, in a version that can be restored, or of a person.
create or replace function private.site_photos_in_use() returns setof text
language sql stable security definer set search_path = '' as $$
  select distinct split_part(u.path, '.', 1)
  from (
    select p.one ->> 'path' as path
    from (
      select c.body from public.site_content c where c.kind = 'project' and c.body is not null
      union all select d.body from public.site_content_drafts d
      union all select v.body from public.site_content_versions v
    ) as b
    cross join jsonb_array_elements(b.body -> 'photos') as p (one)
    union all select s.psychology_coordinator_photo from public.company_settings s
    union all select a.one ->> 'photo' from public.company_settings s cross join jsonb_array_elements(s.architects) as a (one)
  ) as u
  where u.path is not null
$$;
