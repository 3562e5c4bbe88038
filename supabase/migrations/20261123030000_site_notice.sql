-- A notice on all pages, such as about a holiday, on days of the company's time zone.
alter table public.company_settings
  add column notices jsonb not null default '{}' constraint company_settings_notices_are_lines check (private.are_texts_up_to(notices, 300, true)),
  add column notice_from date,
  add column notice_until date,
  add constraint company_settings_notice_ends_after_it_begins check (notice_until >= notice_from);
comment on column public.company_settings.notice_from is 'The first day, and notice_until the last one. Null: without a beginning or an end.';
grant select (notices, notice_from, notice_until) on public.company_settings to anon, authenticated;
grant update (notices, notice_from, notice_until) on public.company_settings to authenticated, service_role;
