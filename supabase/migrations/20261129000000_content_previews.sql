-- The address of a preview ends: whoever was given it does not see drafts for ever.
alter table public.site_content_drafts add column preview_until timestamptz not null default now() + interval '7 days';
comment on column public.site_content_drafts.preview_until is 'From then on nobody sees the draft at the address of its preview.';

create or replace function private.get_content_preview(token uuid) returns table (kind text, slug text, body jsonb)
language sql stable security definer set search_path = '' as $$
  select c.kind, c.slug, d.body from public.site_content_drafts d join public.site_content c on c.id = d.content_id
  where d.preview_token = token and d.preview_until > now()
$$;

-- An address that has ended is not used again: whoever was given it stays out.
create function private.share_content_preview(content_id uuid) returns table (token uuid, valid_until timestamptz)
language plpgsql security definer set search_path = '' as $$
#variable_conflict use_variable
begin
  perform private.begin_content_change();
  return query
    update public.site_content_drafts d set
      preview_token = case when d.preview_until > now() then d.preview_token else gen_random_uuid() end,
      preview_until = now() + interval '7 days'
    where d.content_id = content_id
    returning d.preview_token, d.preview_until;
end $$;
comment on function private.share_content_preview is 'Definer: nobody writes drafts directly. It refuses everybody but admins first.';

create function public.share_content_preview(content_id uuid) returns table (token uuid, valid_until timestamptz)
language sql set search_path = '' as $$ select * from private.share_content_preview(content_id) $$;
grant execute on function private.share_content_preview, public.share_content_preview to authenticated;
