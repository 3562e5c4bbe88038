-- Written by `npm run types` from the catalogue. Migrations change the schema; reviews read the difference here.

create table public.site_content_drafts (
  content_id uuid not null,
  body jsonb not null,
  version integer not null,
  updated_at timestamp with time zone not null default now(),
  updated_by uuid,
  preview_token uuid not null default gen_random_uuid(),
  preview_until timestamp with time zone not null default (now() + '7 days'::interval),
  body_md5 text generated always as (md5((body)::text)) stored,
  constraint site_content_drafts_content_id_fkey FOREIGN KEY (content_id) REFERENCES public.site_content(id) ON DELETE CASCADE,
  constraint site_content_drafts_pkey PRIMARY KEY (content_id),
  constraint site_content_drafts_preview_token_key UNIQUE (preview_token)
);
comment on column public.site_content_drafts.version is 'Grows with each change: a form that was filled from an older one saves nothing.';
comment on column public.site_content_drafts.updated_by is 'Without a foreign key: it outlives the account.';
comment on column public.site_content_drafts.preview_token is 'In the address of the preview: whoever has it sees the draft.';
comment on column public.site_content_drafts.preview_until is 'From then on nobody sees the draft at the address of its preview.';
alter table public.site_content_drafts enable row level security;
grant select on public.site_content_drafts to authenticated;
grant select on public.site_content_drafts to service_role;

create policy "site_content_drafts: admins read" on public.site_content_drafts
  for select to authenticated
  using ( SELECT private.is_admin() AS is_admin);

CREATE OR REPLACE FUNCTION private.draft_at(content_id uuid, version integer)
 RETURNS public.site_content_drafts
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
#variable_conflict use_variable
declare
  draft public.site_content_drafts;
begin
  select * into draft from public.site_content_drafts d where d.content_id = content_id;
  if draft.version is distinct from version then
    perform private.fail('content_changed', jsonb_build_object('version', coalesce(draft.version, 0)));
  end if;
  return draft;
end $function$;

CREATE OR REPLACE FUNCTION private.get_content_preview(token uuid)
 RETURNS TABLE(kind text, slug text, body jsonb)
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select c.kind, c.slug, d.body from public.site_content_drafts d join public.site_content c on c.id = d.content_id
  where d.preview_token = token and d.preview_until > now()
$function$;
comment on function private.get_content_preview(uuid) is 'Definer: only admins read drafts, and whoever has the address that an admin passed on sees one.';
grant execute on function private.get_content_preview(uuid) to anon;
grant execute on function private.get_content_preview(uuid) to authenticated;
grant execute on function private.get_content_preview(uuid) to service_role;

CREATE OR REPLACE FUNCTION private.share_content_preview(content_id uuid)
 RETURNS TABLE(token uuid, valid_until timestamp with time zone)
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
#variable_conflict use_variable
begin
  perform private.begin_content_change();
  return query
    update public.site_content_drafts d set
      preview_token = case when d.preview_until > now() then d.preview_token else gen_random_uuid() end,
      preview_until = now() + interval '7 days'
    where d.content_id = content_id
    returning d.preview_token, d.preview_until;
end $function$;
comment on function private.share_content_preview(uuid) is 'Definer: nobody writes drafts directly. It refuses everybody but admins first.';
grant execute on function private.share_content_preview(uuid) to authenticated;
