-- Whether a draft is what is published. Lists compare these instead of whole texts.
alter table public.site_content add column body_md5 text generated always as (md5(body::text)) stored;
alter table public.site_content_drafts add column body_md5 text generated always as (md5(body::text)) stored;
