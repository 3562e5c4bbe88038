-- Invitations about a patient without an account: to claim the record as one's own, and to become the second guardian of a child. The link
-- is made from the id with a key outside the database when the mail is written; here is only its hash.

-- Bodies of functions may mention what a later file makes.
set check_function_bodies = off;

create table public.patient_invitations (
  id uuid primary key default gen_random_uuid(),
  patient_id uuid not null constraint patient_invitations_patient_id_fkey references private.profiles (user_id) on delete cascade,
  kind text not null constraint patient_invitations_kind_is_known check (kind in ('claim', 'guardian')),
  email text not null constraint patient_invitations_email_is_an_address
    check (private.is_address(email) and email ~ '^[!-~]+$' and email = lower(email)),
  language text not null constraint patient_invitations_language_is_offered check (private.is_offered_language(language)),
  invited_by uuid references auth.users (id) on delete set null,
  created_at timestamptz not null default now(),
  expires_at timestamptz not null default now() + interval '72 hours',
  accepted_at timestamptz,
  revoked_at timestamptz,
  -- SHA-256 of the secret in the link. Null until the mail was written.
  token_hash bytea constraint patient_invitations_link_is_single unique,
  constraint patient_invitations_end_once check (accepted_at is null or revoked_at is null)
);
comment on table public.patient_invitations is
  'Links by mail to claim a record, or to become the second guardian of a child: 72 hours, once. Written by functions only.';
create unique index patient_invitations_open_is_single on public.patient_invitations (patient_id, kind)
  where accepted_at is null and revoked_at is null;
create index patient_invitations_patient_id_idx on public.patient_invitations (patient_id);
create index patient_invitations_invited_by_idx on public.patient_invitations (invited_by);
create index patient_invitations_expires_at_idx on public.patient_invitations (expires_at);
alter table public.patient_invitations enable row level security;
grant select (id, patient_id, kind, email, language, invited_by, created_at, expires_at, accepted_at, revoked_at)
  on public.patient_invitations to authenticated;
grant select on public.patient_invitations to service_role;

-- A record that was claimed may have moved to an account that was there before, which its sender does not learn.
create policy "patient_invitations: senders, guardians and admins read" on public.patient_invitations
  for select to authenticated using (
    (invited_by = (select private.me()) and (kind = 'guardian' or accepted_at is null))
    or patient_id = any ((select private.my_people())::uuid[]) or (select private.is_admin())
  );

-- A birth date decides. Without one, whoever added the person has declared them an adult: a guardian by the year of birth, reception by adding
-- a caller at all.
create function private.is_adult(patient private.profiles) returns boolean
language sql stable set search_path = '' as $$
  select patient.date_of_birth is null or private.adult_on(patient.date_of_birth) <= private.today_in(patient.timezone)
$$;

create function private.lock_patient(patient uuid) returns private.profiles
language plpgsql security definer set search_path = '' as $$
declare
  found_one private.profiles;
begin
  perform pg_advisory_xact_lock(hashtextextended('patient:' || patient, 0));
  -- As it is once nobody else is booking, claiming or leaving.
  select p.* into found_one from only private.profiles p where p.user_id = patient and not p.has_account and p.erased_at is null;
  return found_one;
end $$;
comment on function private.lock_patient(uuid) is 'Definer: profiles are not readable otherwise. Clients cannot call it.';

create function private.revoke_invitations_about(patient uuid, of_kind text default null, sender uuid default null) returns void
language sql security definer set search_path = '' as $$
  update public.patient_invitations i set revoked_at = now()
  where i.patient_id = patient and i.accepted_at is null and i.revoked_at is null
    and (of_kind is null or i.kind = of_kind) and (sender is null or i.invited_by = sender)
$$;
comment on function private.revoke_invitations_about(uuid, text, uuid) is 'Definer: nobody writes invitations. Clients cannot call it.';

-- Inviting again replaces the open invitation: its link becomes invalid. Nothing here looks at whether the address has an account, so that
-- the answer is the same.
create function private.record_patient_invitation(patient uuid, kind text, email text, language text) returns uuid
language plpgsql security definer set search_path = '' as $$
#variable_conflict use_variable
declare
  max_a_day constant integer := 20;
  max_a_day_to_one constant integer := 10;
  address text := lower(private.trimmed(email));
  caller uuid := private.me();
  recorded uuid;
begin
  if (private.is_address(address) and address ~ '^[!-~]+$') is not true then
    perform private.fail('invitation_email_invalid');
  end if;
  if address = (select lower(u.email) from auth.users u where u.id = caller) then
    perform private.fail('invitation_to_oneself');
  end if;
  if not private.is_within_limit('invitations about patients by:' || caller, max_a_day, 1440) then
    perform private.fail('too_many_invitations', jsonb_build_object('most', max_a_day));
  end if;
  if not private.is_within_limit('invitations to:' || private.mailbox_of(address), max_a_day_to_one, 1440) then
    perform private.fail('too_many_invitations', jsonb_build_object('most', max_a_day_to_one));
  end if;
  perform private.revoke_invitations_about(patient, kind);
  insert into public.patient_invitations as i (patient_id, kind, email, language, invited_by)
  values (patient, kind, address, language, caller)
  returning i.id into recorded;
  insert into private.mail_outbox (kind, recipient, language, payload, dedupe_key)
  values (
    'account_patient_' || kind, address, language, jsonb_build_object('invitation_id', recorded), 'account_patient_' || kind || ':' || recorded
  );
  perform private.audit('patient.invited', 'user:' || patient, jsonb_build_object('invitation_id', recorded, 'kind', kind));
  return recorded;
end $$;
comment on function private.record_patient_invitation(uuid, text, text, text) is 'Definer: nobody writes invitations or mails. Clients cannot call it.';

create function private.invite_patient_to_claim(patient_id uuid, email text) returns uuid
language plpgsql security definer set search_path = '' as $$
declare
  patient private.profiles := private.lock_patient(invite_patient_to_claim.patient_id);
begin
  if private.me() is null then
    perform private.refuse();
  end if;
  -- The same answer for a patient of others and for none at all. A former guardian of somebody who has grown up is one here.
  if patient.user_id is null or not (
    private.is_admin()
    or exists (select from public.guardians g where g.patient_id = patient.user_id and g.guardian_id = private.me())
  ) then
    perform private.fail('not_a_guardian');
  end if;
  if not private.is_adult(patient) then
    perform private.fail('patient_is_minor');
  end if;
  return private.record_patient_invitation(patient.user_id, 'claim', email, patient.language);
end $$;
comment on function private.invite_patient_to_claim(uuid, text) is 'Definer: nobody writes invitations. It refuses everybody but the patient''s guardians, former ones of an adult included, and admins.';

create function public.invite_patient_to_claim(patient_id uuid, email text) returns uuid
language sql set search_path = '' as $$
  select private.invite_patient_to_claim(invite_patient_to_claim.patient_id, invite_patient_to_claim.email)
$$;
grant execute on function private.invite_patient_to_claim, public.invite_patient_to_claim to authenticated;

create function private.invite_guardian(patient_id uuid, email text) returns uuid
language plpgsql security definer set search_path = '' as $$
declare
  max_guardians constant integer := 2;
  patient private.profiles := private.lock_patient(invite_guardian.patient_id);
begin
  if private.me() is null then
    perform private.refuse();
  end if;
  if patient.user_id is null or not exists (
    select from public.guardians g where g.patient_id = patient.user_id and g.guardian_id = private.me()
  ) then
    perform private.fail('not_a_guardian');
  end if;
  if not private.has_parental_authority(patient.user_id) then
    perform private.fail('patient_is_adult');
  end if;
  if (select count(*) from public.guardians g where g.patient_id = patient.user_id) >= max_guardians then
    perform private.fail('too_many_guardians', jsonb_build_object('most', max_guardians));
  end if;
  return private.record_patient_invitation(
    patient.user_id, 'guardian', email, (select p.language from only private.profiles p where p.user_id = private.me())
  );
end $$;
comment on function private.invite_guardian(uuid, text) is 'Definer: nobody writes invitations. It refuses everybody but the child''s guardians.';

create function public.invite_guardian(patient_id uuid, email text) returns uuid
language sql set search_path = '' as $$
  select private.invite_guardian(invite_guardian.patient_id, invite_guardian.email)
$$;
grant execute on function private.invite_guardian, public.invite_guardian to authenticated;

create function private.revoke_patient_invitation(invitation_id uuid) returns void
language plpgsql security definer set search_path = '' as $$
declare
  invitation public.patient_invitations;
begin
  select i.* into invitation from public.patient_invitations i where i.id = revoke_patient_invitation.invitation_id for update;
  if private.me() is null or (
    private.is_admin() or invitation.invited_by = private.me() or invitation.patient_id = any (private.my_people())
  ) is not true then
    perform private.refuse();
  end if;
  if invitation.accepted_at is not null or invitation.revoked_at is not null then
    perform private.fail('invitation_not_open');
  end if;
  update public.patient_invitations i set revoked_at = now() where i.id = invitation.id;
  perform private.audit(
    'patient.invitation_revoked', 'user:' || invitation.patient_id, jsonb_build_object('invitation_id', invitation.id, 'kind', invitation.kind)
  );
end $$;
comment on function private.revoke_patient_invitation(uuid) is 'Definer: nobody writes invitations. It refuses everybody but the sender, guardians and admins.';

create function public.revoke_patient_invitation(invitation_id uuid) returns void
language sql set search_path = '' as $$
  select private.revoke_patient_invitation(invitation_id)
$$;
grant execute on function private.revoke_patient_invitation, public.revoke_patient_invitation to authenticated;

create function private.patient_invitation_of(token text) returns public.patient_invitations
language sql stable security definer set search_path = '' as $$
  select i from public.patient_invitations i where i.token_hash = sha256(convert_to(token, 'UTF8'))
$$;
comment on function private.patient_invitation_of(text) is 'Definer: hashes of links are not readable. Clients cannot call it.';

create function private.state_of_invitation(invitation public.patient_invitations) returns text
language sql stable set search_path = '' as $$
  select case
    when invitation.id is null or invitation.revoked_at is not null then 'gone'
    when invitation.accepted_at is not null then 'used'
    when invitation.expires_at <= now() then 'expired'
    else 'open'
  end
$$;

-- What the page of the link shows. Whoever has the link reads the mailbox that it went to, and may know whether that address has an account.
create function private.get_patient_invitation(token text) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
declare
  invitation public.patient_invitations := private.patient_invitation_of(token);
  state text := private.state_of_invitation(invitation);
begin
  if state <> 'open' then
    return jsonb_build_object('state', state);
  end if;
  return jsonb_build_object(
    'state', state, 'kind', invitation.kind, 'email', invitation.email, 'expires_at', invitation.expires_at,
    'patient', (select concat_ws(' ', p.first_name, p.last_name) from only private.profiles p where p.user_id = invitation.patient_id),
    'invited_by', (
      select concat_ws(' ', p.first_name, p.last_name) from only private.profiles p join public.guardians g on g.guardian_id = p.user_id
      where p.user_id = invitation.invited_by and g.patient_id = invitation.patient_id
    ),
    'has_account', exists (
      select from auth.users u
      where u.email = invitation.email and u.deleted_at is null and u.email_confirmed_at is not null and not u.is_sso_user
    )
  );
end $$;
comment on function private.get_patient_invitation(text) is 'Definer: it answers whoever knows the secret of the link, signed in or not.';

create function public.get_patient_invitation(token text) returns jsonb
language sql stable set search_path = '' as $$
  select private.get_patient_invitation(token)
$$;
grant execute on function private.get_patient_invitation, public.get_patient_invitation to anon, authenticated, service_role;

-- For the mail: its names, while the invitation is open. From now on its link works.
create function private.write_patient_invitation(invitation_id uuid, token_hash text)
returns table (first_name text, last_name text, inviter_first_name text, inviter_last_name text)
language plpgsql security definer set search_path = '' as $$
#variable_conflict use_column
declare
  invitation public.patient_invitations;
begin
  update public.patient_invitations i set token_hash = decode(write_patient_invitation.token_hash, 'hex')
  where i.id = write_patient_invitation.invitation_id and private.state_of_invitation(i) = 'open'
  returning i.* into invitation;
  return query
  select p.first_name, p.last_name, own.first_name, own.last_name
  from only private.profiles p
  left join public.guardians g on g.patient_id = p.user_id and g.guardian_id = invitation.invited_by
  left join only private.profiles own on own.user_id = g.guardian_id
  where p.user_id = invitation.patient_id;
end $$;
comment on function private.write_patient_invitation(uuid, text) is 'Definer: nobody writes invitations. Only the secret key calls it.';

create function public.write_patient_invitation(invitation_id uuid, token_hash text)
returns table (first_name text, last_name text, inviter_first_name text, inviter_last_name text)
language sql set search_path = '' as $$
  select * from private.write_patient_invitation(invitation_id, token_hash)
$$;
grant execute on function private.write_patient_invitation, public.write_patient_invitation to service_role;

-- A mail with a link is due while its account has the address it goes to; a change of address is asked for at both. An invitation about a
-- patient goes to somebody who may have no account: it is due while it is open.
create or replace function private.is_account_there(mail private.mail_outbox) returns boolean
language sql stable security definer set search_path = '' as $$
  select case
    when mail.kind = 'account_erased' then true
    when mail.kind like 'account\_patient\_%' then exists (
      select from public.patient_invitations i
      where i.id = private.uuid_or_null(mail.payload ->> 'invitation_id') and private.state_of_invitation(i) = 'open'
    )
    -- The account is not committed yet when its first mail is sent.
    when mail.account_id is not null and mail.attempts = 0 then true
    else exists (
      select from auth.users u
      where u.id = coalesce(mail.account_id, mail.user_id) and u.deleted_at is null
        and (mail.account_id is null or mail.kind = 'account_email_change' or lower(u.email) = lower(mail.recipient))
    )
  end
$$;

create or replace function private.list_my_people()
returns table (
  user_id uuid, first_name text, last_name text, phone text, relationship text, authority text, date_of_birth date, birth_year smallint,
  timezone text, language text, gender text, medical_history text, is_live boolean, becomes_adult_on date, guardians jsonb, invited jsonb
)
language sql stable security definer set search_path = '' as $$
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
$$;
