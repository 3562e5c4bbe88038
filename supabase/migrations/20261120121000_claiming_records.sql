-- An invitation is accepted once: a record becomes an account's own, or a child gets its second guardian.
-- A person without an account gets one with the record's id. Of a person who has one, the record's rows move to it in one transaction. Both
-- hold the lock that bookings take, so a booking at the same moment lands before and moves, or is refused.

-- Bodies of functions may mention what a later file makes.
set check_function_bodies = off;

create function private.end_guardianships(patient uuid) returns jsonb
language sql security definer set search_path = '' as $$
  with ended as (delete from public.guardians g where g.patient_id = patient returning g.guardian_id, g.declared_at)
  select coalesce(jsonb_agg(e.guardian_id order by e.declared_at, e.guardian_id), '[]') from ended e
$$;
comment on function private.end_guardianships(uuid) is 'Definer: nobody writes guardians. Clients cannot call it.';

-- Ends an invitation that is open still, for an account with its address. Whoever accepts holds the patient's lock.
create function private.use_patient_invitation(invitation public.patient_invitations, address text) returns void
language plpgsql security definer set search_path = '' as $$
begin
  if invitation.id is null then
    perform private.fail('invitation_not_open');
  end if;
  if (lower(address) = invitation.email) is not true then
    perform private.fail('invitation_for_another_address');
  end if;
  update public.patient_invitations i set accepted_at = now()
  where i.id = invitation.id and i.accepted_at is null and i.revoked_at is null and i.expires_at > now();
  if not found then
    perform private.fail('invitation_not_open');
  end if;
end $$;
comment on function private.use_patient_invitation(public.patient_invitations, text) is 'Definer: nobody writes invitations. Clients cannot call it.';

-- The database keeps the time of both, and a withdrawal is final: giving again is a new row. What moves with a record stays as it was;
-- clients cannot change whose a consent is.
create or replace function private.guard_consent() returns trigger
language plpgsql set search_path = '' as $$
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
end $$;

-- Only the withdrawal itself clears the profile, not the move of one that was withdrawn before.
create or replace function private.audit_consent() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  is_withdrawal boolean := tg_op = 'UPDATE' and old.withdrawn_at is null and new.withdrawn_at is not null;
begin
  if tg_op = 'INSERT' or is_withdrawal then
    perform private.audit(
      case when tg_op = 'INSERT' then 'consent.given' else 'consent.withdrawn' end, 'user:' || new.user_id,
      jsonb_build_object('kind', new.kind, 'version', new.version)
    );
  end if;
  -- What was kept on the ground of the consent goes with it. Appointments stay until they are cancelled.
  if is_withdrawal and new.kind = 'health_data' then
    update only private.profiles p set
      medical_history = null, gender = null,
      -- Of a patient without an account it stays: it says until when a guardian may act.
      date_of_birth = case when p.has_account then null else p.date_of_birth end
    where p.user_id = new.user_id;
  end if;
  return null;
end $$;

create function private.record_claim(account uuid, record uuid, guardians jsonb, invitation public.patient_invitations) returns void
language plpgsql security definer set search_path = '' as $$
begin
  -- Of somebody whose account is only being made, the request names no actor: the subject does.
  perform private.audit(
    'patient.claimed', 'user:' || account,
    jsonb_build_object('patient_id', record, 'guardians', guardians, 'invited_by', invitation.invited_by, 'invitation_id', invitation.id)
  );
end $$;
comment on function private.record_claim(uuid, uuid, jsonb, public.patient_invitations) is 'Definer: nobody writes the log. Clients cannot call it.';

-- The rows of a record move to an account that was there. What the account says about itself stays; the record fills in what it lacks.
-- A record has uploaded and written nothing: its files and messages are its guardians' and doctors', and stay with the appointments.
create function private.move_record(record private.profiles, account uuid) returns void
language plpgsql security definer set search_path = '' as $$
declare
  max_history constant integer := 5000;
begin
  -- Before the appointments: those of an appointment also name the patient.
  update public.audit_log l set details = l.details || jsonb_build_object('patient_id', account)
  where l.subject in (select 'appointment:' || a.id from public.appointments a where a.user_id = record.user_id)
    and l.details ->> 'patient_id' = record.user_id::text;
  update public.audit_log l set subject = 'user:' || account where l.subject = 'user:' || record.user_id;
  -- Booked for two records of one person: nobody could have known.
  update public.appointments a set
    user_id = account,
    may_overlap = a.may_overlap or (a.status <> 'cancelled' and exists (
      select from public.appointments o
      where o.user_id = account and o.status <> 'cancelled' and tstzrange(o.starts_at, o.ends_at) && tstzrange(a.starts_at, a.ends_at)
    ))
  where a.user_id = record.user_id;
  -- Of two live consents to one thing the account's own stays live. The other one ends here, and is kept as given.
  update public.consents c set withdrawn_at = now()
  where c.user_id = record.user_id and c.withdrawn_at is null and exists (
    select from public.consents o where o.user_id = account and o.kind = c.kind and o.withdrawn_at is null
  );
  update public.consents c set user_id = account where c.user_id = record.user_id;
  update only private.profiles p set
    first_name = coalesce(p.first_name, record.first_name), last_name = coalesce(p.last_name, record.last_name),
    phone = coalesce(p.phone, record.phone)
  where p.user_id = account;
  update only private.profiles p set
    date_of_birth = coalesce(p.date_of_birth, record.date_of_birth), gender = coalesce(p.gender, record.gender),
    medical_history = left(concat_ws(e'\n\n', p.medical_history, record.medical_history), max_history)
  where p.user_id = account and exists (
    select from public.consents c where c.user_id = account and c.kind = 'health_data' and c.withdrawn_at is null
  );
  update public.patient_invitations i set patient_id = account where i.patient_id = record.user_id;
  delete from only private.profiles p where p.user_id = record.user_id;
end $$;
comment on function private.move_record(private.profiles, uuid) is 'Definer: nobody moves rows from one person to another. Clients cannot call it.';
comment on column public.appointments.may_overlap is
  'Booked while two doctors at one time were still allowed, or for two records that turned out to be one person. Set by one migration and by claiming.';

create function private.accept_patient_invitation(token text, declaration_version text) returns jsonb
language plpgsql security definer set search_path = '' as $$
#variable_conflict use_variable
declare
  account uuid := private.me();
  invitation public.patient_invitations := private.patient_invitation_of(token);
  patient private.profiles;
begin
  perform private.refuse_without_factor();
  if account is null then
    perform private.refuse();
  end if;
  if invitation.id is null then
    perform private.fail('invitation_not_open');
  end if;
  -- In a fixed order, so that two who claim each other's do not wait for each other.
  perform pg_advisory_xact_lock(hashtextextended('patient:' || least(account, invitation.patient_id), 0));
  perform pg_advisory_xact_lock(hashtextextended('patient:' || greatest(account, invitation.patient_id), 0));
  patient := private.lock_patient(invitation.patient_id);
  perform private.use_patient_invitation(
    invitation, (select u.email from auth.users u where u.id = account and u.email_confirmed_at is not null)
  );
  -- It was claimed or erased while this waited.
  if patient.user_id is null then
    perform private.fail('invitation_not_open');
  end if;
  if invitation.kind = 'claim' then
    if not private.is_adult(patient) then
      perform private.fail('patient_is_minor');
    end if;
    -- The record would be theirs for good.
    if exists (select from public.guardians g where g.patient_id = patient.user_id and g.guardian_id = account) then
      perform private.fail('guardian_cannot_claim');
    end if;
    perform private.record_claim(account, patient.user_id, private.end_guardianships(patient.user_id), invitation);
    perform private.revoke_invitations_about(patient.user_id);
    perform private.move_record(patient, account);
  else
    if (declaration_version ~ '^\d{4}-\d{2}-\d{2}$') is not true then
      perform private.fail('declaration_required');
    end if;
    if private.is_adult(patient) then
      perform private.fail('patient_is_adult');
    end if;
    if exists (select from public.guardians g where g.patient_id = patient.user_id and g.guardian_id = account) then
      perform private.fail('already_a_guardian');
    end if;
    insert into public.guardians (patient_id, guardian_id, relationship, authority, declaration_version)
    values (patient.user_id, account, 'child', 'parental', declaration_version);
    perform private.audit(
      'guardian.added', 'user:' || patient.user_id,
      jsonb_build_object('guardian_id', account, 'invited_by', invitation.invited_by, 'declaration_version', declaration_version)
    );
  end if;
  return jsonb_build_object('kind', invitation.kind, 'patient_id', case invitation.kind when 'claim' then account else patient.user_id end);
end $$;
comment on function private.accept_patient_invitation(text, text) is
  'Definer: nobody writes guardians or moves records. It serves the account of the invited address only, with the secret of the link.';

create function public.accept_patient_invitation(token text, declaration_version text default null) returns jsonb
language sql set search_path = '' set statement_timeout = '8s' as $$
  select private.accept_patient_invitation(token, declaration_version)
$$;
grant execute on function private.accept_patient_invitation, public.accept_patient_invitation to authenticated;

-- For the function that makes the account: the id that it gets, null where the auth service chooses one. An account of the address that
-- nobody confirmed makes room, because the link has proved whose the address is.
create function private.prepare_invited_account(token text)
returns table (account_id uuid, email text, first_name text, last_name text, language text)
language plpgsql security definer set search_path = '' as $$
#variable_conflict use_column
declare
  invitation public.patient_invitations := private.patient_invitation_of(token);
  unconfirmed uuid;
begin
  if private.state_of_invitation(invitation) <> 'open' then
    perform private.fail('invitation_not_open');
  end if;
  select u.id into unconfirmed from auth.users u where u.email = invitation.email and u.deleted_at is null and u.email_confirmed_at is null;
  update public.invitations i set user_id = null where i.user_id = unconfirmed;
  begin
    delete from auth.users u where u.id = unconfirmed;
  exception when foreign_key_violation or restrict_violation then
    perform private.fail('account_not_confirmed');
  end;
  return query
  select case invitation.kind when 'claim' then p.user_id end, invitation.email,
         case invitation.kind when 'claim' then p.first_name end, case invitation.kind when 'claim' then p.last_name end, invitation.language
  from only private.profiles p where p.user_id = invitation.patient_id;
end $$;
comment on function private.prepare_invited_account(text) is 'Definer: accounts are not readable. Only the secret key calls it.';

create function public.prepare_invited_account(token text)
returns table (account_id uuid, email text, first_name text, last_name text, language text)
language sql set search_path = '' as $$
  select * from private.prepare_invited_account(token)
$$;
grant execute on function private.prepare_invited_account, public.prepare_invited_account to service_role;

-- An account with the id of a record is its patient's: the auth service makes one only with the secret key, and this only with an open
-- invitation to that address. Whether there was such a record.
create function private.claim_for_new_account(person auth.users) returns boolean
language plpgsql security definer set search_path = '' as $$
declare
  patient private.profiles;
  invitation public.patient_invitations;
begin
  if not exists (select from only private.profiles p where p.user_id = person.id and not p.has_account) then
    return false;
  end if;
  patient := private.lock_patient(person.id);
  select i.* into invitation from public.patient_invitations i
  where i.patient_id = person.id and i.kind = 'claim' and private.state_of_invitation(i) = 'open';
  -- Hosted Supabase confirms the address only after this, in the same transaction.
  perform private.use_patient_invitation(invitation, person.email);
  if patient.user_id is null then
    perform private.fail('invitation_not_open');
  end if;
  if not private.is_adult(patient) then
    perform private.fail('patient_is_minor');
  end if;
  update only private.profiles p set has_account = true, birth_year = null where p.user_id = person.id;
  perform private.record_claim(person.id, person.id, private.end_guardianships(person.id), invitation);
  perform private.revoke_invitations_about(person.id);
  return true;
end $$;
comment on function private.claim_for_new_account(auth.users) is 'Definer: accounts are created by the auth service, which has no rights in our tables.';

create or replace function private.create_profile() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  given jsonb := case when jsonb_typeof(new.raw_user_meta_data) = 'object' then new.raw_user_meta_data else '{}' end;
  born date;
  gender text := private.fold_gender(given ->> 'gender');
  spoken text := case when private.is_offered_language(given ->> 'language') then given ->> 'language' end;
  consented boolean := coalesce(given ->> 'health_consent', '') ~ '^\d{4}-\d{2}-\d{2}$';
begin
  if private.claim_for_new_account(new) then
    return null;
  end if;
  begin
    born := (given ->> 'date_of_birth')::date;
    if born not between '1900-01-01' and now()::date then
      born := null;
    end if;
  exception when others then
    born := null;
  end;
  insert into public.profiles (user_id, first_name, last_name, phone, date_of_birth, gender, medical_history, timezone, language)
  values (
    new.id,
    left(regexp_replace(given ->> 'first_name', '[[:cntrl:]]', '', 'g'), 100),
    left(regexp_replace(given ->> 'last_name', '[[:cntrl:]]', '', 'g'), 100),
    left(given ->> 'phone', 40),
    case when consented then born end,
    case when consented and gender in ('erkek', 'kadın', 'diğer', 'belirtmek_istemiyorum') then gender end,
    case when consented then left(given ->> 'medical_history', 5000) end,
    private.known_time_zone(given ->> 'timezone'),
    spoken
  );
  if consented then
    insert into public.consents (user_id, kind, version, language)
    values (new.id, 'health_data', given ->> 'health_consent', coalesce(spoken, 'tr'));
  end if;
  -- The health data has arrived where it belongs; writing the metadata again strips it.
  update auth.users u set raw_user_meta_data = u.raw_user_meta_data where u.id = new.id;
  return null;
end $$;
