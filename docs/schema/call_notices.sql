-- Written by `npm run types` from the catalogue. Migrations change the schema; reviews read the difference here.

create table public.call_notices (
  user_id uuid not null default auth.uid(),
  patient_id uuid not null,
  version text not null,
  language text not null,
  acknowledged_at timestamp with time zone not null default now(),
  constraint call_notices_patient_id_fkey FOREIGN KEY (patient_id) REFERENCES private.profiles(user_id) ON DELETE CASCADE,
  constraint call_notices_pkey PRIMARY KEY (user_id, patient_id, version),
  constraint call_notices_user_id_fkey FOREIGN KEY (user_id) REFERENCES private.profiles(user_id) ON DELETE CASCADE,
  constraint call_notices_language_is_offered CHECK (private.is_offered_language(language)),
  constraint call_notices_version_is_a_date CHECK ((version ~ '^\d{4}-\d{2}-\d{2}$'::text))
);
comment on table public.call_notices is 'Who has read which wording of the notice before video consultations, and when.';
CREATE INDEX call_notices_patient_id_idx ON public.call_notices USING btree (patient_id);
alter table public.call_notices enable row level security;
grant select on public.call_notices to authenticated;
grant select on public.call_notices to service_role;
grant insert (user_id, patient_id, version, language) on public.call_notices to authenticated;

create policy "call_notices: people acknowledge for themselves and their peopl" on public.call_notices
  for insert to authenticated
  with check ((user_id = ( SELECT private.me() AS me)) AND (patient_id = ANY (( SELECT private.my_people() AS my_people)::uuid[])));

create policy "call_notices: people read their own" on public.call_notices
  for select to authenticated
  using (user_id = ( SELECT private.me() AS me));

CREATE TRIGGER call_notices_limit BEFORE INSERT ON public.call_notices FOR EACH ROW EXECUTE FUNCTION private.limit_call_notices();
