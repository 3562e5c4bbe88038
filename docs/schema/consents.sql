-- Written by `npm run types` from the catalogue. Migrations change the schema; reviews read the difference here.

create table public.consents (
  user_id uuid not null default auth.uid(),
  kind text not null,
  version text not null,
  language text not null,
  given_at timestamp with time zone not null default now(),
  withdrawn_at timestamp with time zone,
  recorded_by uuid,
  constraint consents_pkey PRIMARY KEY (user_id, kind, given_at),
  constraint consents_recorded_by_fkey FOREIGN KEY (recorded_by) REFERENCES public.doctors(id),
  constraint consents_user_id_fkey FOREIGN KEY (user_id) REFERENCES private.profiles(user_id) ON DELETE CASCADE,
  constraint consents_about_guardians_are_recorded CHECK (((kind <> 'notes_to_guardians'::text) OR (recorded_by IS NOT NULL))),
  constraint consents_kind_is_known CHECK ((kind = ANY (ARRAY['health_data'::text, 'notes_to_guardians'::text]))),
  constraint consents_language_is_offered CHECK (private.is_offered_language(language)),
  constraint consents_version_is_a_date CHECK ((version ~ '^\d{4}-\d{2}-\d{2}$'::text)),
  constraint consents_withdrawn_after_given CHECK ((withdrawn_at >= given_at))
);
comment on table public.consents is 'What people consented to, in which wording and language, and when they withdrew it.';
comment on column public.consents.recorded_by is 'The doctor whom somebody without an account told. Null for what people and parents do themselves.';
CREATE UNIQUE INDEX consents_one_is_live ON public.consents USING btree (user_id, kind) WHERE (withdrawn_at IS NULL);
CREATE INDEX consents_recorded_by_idx ON public.consents USING btree (recorded_by);
alter table public.consents enable row level security;
grant select on public.consents to authenticated;
grant select on public.consents to service_role;
grant insert (user_id, kind, version, language) on public.consents to authenticated;
grant update (withdrawn_at) on public.consents to authenticated;

create policy "consents: people give their own" on public.consents
  for insert to authenticated
  with check (((user_id = ( SELECT private.me() AS me)) OR private.has_parental_authority(user_id)) AND (withdrawn_at IS NULL));

create policy "consents: people read their own" on public.consents
  for select to authenticated
  using (user_id = ANY (( SELECT private.my_people() AS my_people)::uuid[]));

create policy "consents: people withdraw their own" on public.consents
  for update to authenticated
  using ((user_id = ( SELECT private.me() AS me)) OR private.has_parental_authority(user_id))
  with check ((user_id = ( SELECT private.me() AS me)) OR private.has_parental_authority(user_id));

CREATE TRIGGER consents_end_with_account AFTER UPDATE OF deleted_at ON auth.users FOR EACH ROW WHEN ((new.deleted_at IS NOT NULL)) EXECUTE FUNCTION private.drop_consents_of_deleted_account();

CREATE TRIGGER consents_audit AFTER INSERT OR UPDATE ON public.consents FOR EACH ROW EXECUTE FUNCTION private.audit_consent();

CREATE TRIGGER consents_forget_recorded_health AFTER UPDATE OF withdrawn_at ON public.consents FOR EACH ROW WHEN (((new.kind = 'health_data'::text) AND (old.withdrawn_at IS NULL) AND (new.withdrawn_at IS NOT NULL))) EXECUTE FUNCTION private.forget_recorded_health();

CREATE TRIGGER consents_guard BEFORE INSERT OR UPDATE ON public.consents FOR EACH ROW EXECUTE FUNCTION private.guard_consent();

CREATE TRIGGER consents_hide_shown_notes AFTER UPDATE OF withdrawn_at ON public.consents FOR EACH ROW WHEN (((new.kind = 'notes_to_guardians'::text) AND (old.withdrawn_at IS NULL) AND (new.withdrawn_at IS NOT NULL))) EXECUTE FUNCTION private.hide_shown_notes();

CREATE OR REPLACE FUNCTION private.drop_consents_of_deleted_account()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  delete from public.consents c where c.user_id = new.id;
  return null;
end $function$;
comment on function private.drop_consents_of_deleted_account() is 'Definer: accounts are marked as deleted by the auth service, which has no rights in our tables.';

CREATE OR REPLACE FUNCTION private.guard_consent()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare
  max_a_day constant integer := 20;
begin
  if tg_op = 'INSERT' then
    new.given_at := clock_timestamp();
    new.withdrawn_at := null;
    if current_user = 'authenticated' and not private.is_within_limit('consent:' || new.user_id, max_a_day, 1440) then
      perform private.fail('too_many_requests', jsonb_build_object('most', max_a_day, 'seconds', 86400));
    end if;
  elsif new.user_id <> old.user_id then
    return new;
  elsif old.withdrawn_at is not null then
    perform private.fail('consent_is_withdrawn');
  elsif new.withdrawn_at is not null then
    new.withdrawn_at := clock_timestamp();
  end if;
  return new;
end $function$;

CREATE OR REPLACE FUNCTION private.require_health_consent()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
begin
  if current_user not in ('anon', 'authenticated') then
    return new;
  end if;
  if tg_op = 'UPDATE'
    and (new.medical_history is null or new.medical_history is not distinct from old.medical_history)
    and (new.date_of_birth is null or new.date_of_birth is not distinct from old.date_of_birth)
    and (new.gender is null or new.gender is not distinct from old.gender)
  then
    return new;
  end if;
  if coalesce(new.medical_history, new.date_of_birth::text, new.gender) is not null
    and not exists (select from public.consents c where c.user_id = new.user_id and c.kind = 'health_data' and c.withdrawn_at is null)
  then
    perform private.fail('consent_required', jsonb_build_object('kind', 'health_data'));
  end if;
  return new;
end $function$;
