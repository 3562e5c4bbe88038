-- Written by `npm run types` from the catalogue. Migrations change the schema; reviews read the difference here.

create table public.guardians (
  patient_id uuid not null,
  guardian_id uuid not null,
  relationship text not null,
  authority text not null,
  declared_at timestamp with time zone not null default clock_timestamp(),
  declaration_version text not null,
  constraint guardians_guardian_id_fkey FOREIGN KEY (guardian_id) REFERENCES private.profiles(user_id),
  constraint guardians_patient_id_fkey FOREIGN KEY (patient_id) REFERENCES private.profiles(user_id) ON DELETE CASCADE,
  constraint guardians_pkey PRIMARY KEY (patient_id, guardian_id),
  constraint guardians_act_for_others CHECK ((guardian_id <> patient_id)),
  constraint guardians_authority_is_known CHECK ((authority = ANY (ARRAY['parental'::text, 'asked'::text]))),
  constraint guardians_declaration_version_is_a_date CHECK ((declaration_version ~ '^\d{4}-\d{2}-\d{2}$'::text)),
  constraint guardians_have_parental_authority_over_children CHECK (((authority <> 'parental'::text) OR (relationship = 'child'::text))),
  constraint guardians_relationship_is_known CHECK ((relationship = ANY (ARRAY['child'::text, 'parent'::text, 'spouse'::text, 'other'::text])))
);
comment on table public.guardians is 'Who acts for a patient without an account. Written by functions only.';
comment on column public.guardians.relationship is 'What the patient is to the guardian.';
comment on column public.guardians.authority is 'parental: until the 18th birthday, midnight where the patient is. asked: an adult asked the guardian to act.';
CREATE INDEX guardians_guardian_id_idx ON public.guardians USING btree (guardian_id);
alter table public.guardians enable row level security;
grant select on public.guardians to authenticated;
grant select on public.guardians to service_role;

create policy "guardians: guardians read those of their patients" on public.guardians
  for select to authenticated
  using ((guardian_id = ( SELECT private.me() AS me)) OR (patient_id = ANY (( SELECT private.my_people() AS my_people)::uuid[])));

CREATE TRIGGER guardians_limit BEFORE INSERT ON public.guardians FOR EACH ROW EXECUTE FUNCTION private.limit_guardians();

CREATE OR REPLACE FUNCTION private.end_guardianships(patient uuid)
 RETURNS jsonb
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
  with ended as (delete from public.guardians g where g.patient_id = patient returning g.guardian_id, g.declared_at)
  select coalesce(jsonb_agg(e.guardian_id order by e.declared_at, e.guardian_id), '[]') from ended e
$function$;
comment on function private.end_guardianships(uuid) is 'Definer: nobody writes guardians. Clients cannot call it.';

CREATE OR REPLACE FUNCTION private.erase_patients_of(person uuid)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  each_one uuid;
begin
  for each_one in
    select g.patient_id from public.guardians g join only private.profiles p on p.user_id = g.patient_id
    where g.guardian_id = person and private.is_live_right(g.authority, p)
      and not exists (select from public.guardians o where o.patient_id = g.patient_id and o.guardian_id <> person)
    order by g.patient_id
  loop
    perform private.erase_patient(each_one);
  end loop;
  delete from public.guardians g where g.guardian_id = person;
end $function$;
comment on function private.erase_patients_of(uuid) is 'Definer: it may call erase_patient. Clients cannot call it.';

CREATE OR REPLACE FUNCTION private.export_guardianships(person uuid)
 RETURNS jsonb
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select jsonb_build_object(
    'guardianships', (
      select coalesce(jsonb_agg(
        to_jsonb(g) - 'guardian_id' || jsonb_build_object(
          'first_name', p.first_name, 'last_name', p.last_name, 'is_live', private.is_live_right(g.authority, p),
          'other_guardians', case when private.is_live_right(g.authority, p) then (
            select coalesce(jsonb_agg(private.full_name_of(o.guardian_id) order by o.declared_at), '[]')
            from public.guardians o where o.patient_id = g.patient_id and o.guardian_id <> person
          ) end
        ) order by g.declared_at, g.patient_id
      ), '[]')
      from public.guardians g join only private.profiles p on p.user_id = g.patient_id where g.guardian_id = person
    ),
    'patient_invitations', (
      select coalesce(jsonb_agg(to_jsonb(i) - 'token_hash' - 'invited_by' order by i.created_at), '[]')
      from public.patient_invitations i where i.invited_by = person and (i.kind = 'guardian' or i.accepted_at is null)
    ),
    'booked_for_others', (
      select coalesce(jsonb_agg(jsonb_build_object('id', a.id, 'created_at', a.created_at) order by a.created_at), '[]')
      from public.appointments a where a.booked_by = person and a.user_id <> person
    )
  )
$function$;
comment on function private.export_guardianships(uuid) is 'Definer: as export_my_data, which calls it for the caller. Clients cannot.';

CREATE OR REPLACE FUNCTION private.guardians_of(patient uuid)
 RETURNS jsonb
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  return (
    select jsonb_agg(jsonb_build_object(
      'guardian_id', g.guardian_id, 'first_name', other.first_name, 'last_name', other.last_name, 'phone', other.phone,
      'relationship', g.relationship, 'authority', g.authority
    ) order by g.declared_at, g.guardian_id)
    from public.guardians g
    join only private.profiles p on p.user_id = g.patient_id
    join private.profiles_without_health other on other.user_id = g.guardian_id
    where g.patient_id = guardians_of.patient and private.is_live_right(g.authority, p)
  );
end $function$;
comment on function private.guardians_of(uuid) is 'Definer: staff may not read the profiles of guardians. Clients cannot call it.';

CREATE OR REPLACE FUNCTION private.has_parental_authority(patient uuid)
 RETURNS boolean
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select exists (
    select from public.guardians g join only private.profiles p on p.user_id = g.patient_id
    where g.patient_id = has_parental_authority.patient and g.guardian_id = private.me() and g.authority = 'parental'
      and private.is_live_right(g.authority, p)
  )
$function$;
comment on function private.has_parental_authority(uuid) is 'Definer: policies of consents ask it. It answers for the caller only.';
grant execute on function private.has_parental_authority(uuid) to authenticated;

CREATE OR REPLACE FUNCTION private.has_parents(patient uuid)
 RETURNS boolean
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select exists (
    select from public.guardians g join only private.profiles p on p.user_id = g.patient_id
    where g.patient_id = has_parents.patient and g.authority = 'parental' and private.is_live_right(g.authority, p)
  )
$function$;
comment on function private.has_parents(uuid) is 'Definer: it looks at guardians. Clients cannot call it.';

CREATE OR REPLACE FUNCTION private.is_guardian_of(patient uuid)
 RETURNS boolean
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select exists (
    select from public.guardians g join only private.profiles p on p.user_id = g.patient_id
    where g.patient_id = is_guardian_of.patient and g.guardian_id = private.me() and private.is_live_right(g.authority, p)
  )
$function$;
comment on function private.is_guardian_of(uuid) is 'Definer: functions and policies ask it. It answers for the caller only, and only of a right that is live now.';
grant execute on function private.is_guardian_of(uuid) to authenticated;
grant execute on function private.is_guardian_of(uuid) to service_role;

CREATE OR REPLACE FUNCTION private.limit_guardians()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  max_guardians constant integer := 2;
  max_patients constant integer := 10;
begin
  -- The patient first, as bookings lock. Of several at once, each counts the ones before it.
  perform pg_advisory_xact_lock(hashtextextended('patient:' || new.patient_id, 0));
  perform pg_advisory_xact_lock(hashtextextended('guardian:' || new.guardian_id, 0));
  if (select count(*) from public.guardians g where g.patient_id = new.patient_id) >= max_guardians then
    perform private.fail('too_many_guardians', jsonb_build_object('most', max_guardians));
  end if;
  -- A child who has grown up no longer counts: the guardian could not make room otherwise.
  if (
    select count(*) from public.guardians g join only private.profiles p on p.user_id = g.patient_id
    where g.guardian_id = new.guardian_id and private.is_live_right(g.authority, p)
  ) >= max_patients then
    perform private.fail('too_many_patients', jsonb_build_object('most', max_patients));
  end if;
  return new;
end $function$;
comment on function private.limit_guardians() is 'Definer: the limits count rows that the caller may not read.';

CREATE OR REPLACE FUNCTION private.list_my_people()
 RETURNS TABLE(user_id uuid, first_name text, last_name text, phone text, relationship text, authority text, date_of_birth date, birth_year smallint, timezone text, language text, gender text, medical_history text, is_live boolean, becomes_adult_on date, guardians jsonb, invited jsonb)
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  -- Of somebody who has grown up, their former guardian reads the name and the day: enough to invite them to claim their record.
  select p.user_id, p.first_name, p.last_name, case when l.is_live then p.phone end, g.relationship, g.authority,
         case when l.is_live then p.date_of_birth end, case when l.is_live then p.birth_year end,
         case when l.is_live then p.timezone end, case when l.is_live then p.language end,
         case when l.is_live then p.gender end, case when l.is_live then p.medical_history end,
         l.is_live, private.adult_on(p.date_of_birth),
         case when l.is_live then (
           select jsonb_agg(jsonb_build_object(
             'guardian_id', o.guardian_id, 'first_name', other.first_name, 'last_name', other.last_name, 'is_me', o.guardian_id = g.guardian_id
           ) order by o.declared_at, o.guardian_id)
           from public.guardians o join private.profiles_without_health other on other.user_id = o.guardian_id
           where o.patient_id = g.patient_id
         ) end,
         -- One of each kind at most. What another former guardian sent is not told.
         (
           select coalesce(jsonb_agg(jsonb_build_object(
             'id', i.id, 'kind', i.kind, 'email', i.email, 'expires_at', i.expires_at
           ) order by i.kind), '[]')
           from public.patient_invitations i
           where i.patient_id = g.patient_id and private.state_of_invitation(i) = 'open' and (l.is_live or i.invited_by = g.guardian_id)
         )
  from public.guardians g
  join only private.profiles p on p.user_id = g.patient_id and not p.has_account
  cross join lateral (select private.is_live_right(g.authority, p) as is_live) as l
  where g.guardian_id = private.me()
  order by g.declared_at, g.patient_id
  limit 100
$function$;
comment on function private.list_my_people() is 'Definer: it names the other guardian, whose profile the caller may not read. It takes no argument: everybody gets their own people.';
grant execute on function private.list_my_people() to authenticated;

CREATE OR REPLACE FUNCTION private.read_coming_of_age(patient_id uuid, guardian_id uuid)
 RETURNS TABLE(first_name text, last_name text, adult_on date, guardian_first_name text, guardian_last_name text)
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select p.first_name, p.last_name, private.adult_on(p.date_of_birth), own.first_name, own.last_name
  from public.guardians g
  join only private.profiles p on p.user_id = g.patient_id and private.is_live_right(g.authority, p)
  join only private.profiles own on own.user_id = g.guardian_id
  where g.patient_id = read_coming_of_age.patient_id and g.guardian_id = read_coming_of_age.guardian_id and g.authority = 'parental'
$function$;
comment on function private.read_coming_of_age(uuid,uuid) is 'Definer: it looks up names for the sender of mails. Only the secret key calls it.';
grant execute on function private.read_coming_of_age(uuid,uuid) to service_role;
