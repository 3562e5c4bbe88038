-- Invitations: admins invite doctors and colleagues, staff invite patients. Role and record take effect once the invited person has proved
-- that the address is theirs: until then an invitation gives nobody anything.

-- Bodies of functions may mention what a later file makes.
set check_function_bodies = off;

create table public.invitations (
  id uuid primary key default gen_random_uuid(),
  email text not null constraint invitations_email_is_an_address check (private.is_address(email) and email ~ '^[!-~]+$' and email = lower(email)),
  role public.app_role not null,
  -- The record of an invited doctor. Null: a new record is made on acceptance, under the name of the invitation.
  doctor_id uuid references public.doctors (id) on delete cascade,
  full_name text constraint invitations_full_name_is_short check (char_length(full_name) <= 200 and full_name !~ '[[:cntrl:]]'),
  language text not null constraint invitations_language_is_offered check (private.is_offered_language(language)),
  invited_by uuid references auth.users (id) on delete set null,
  -- The account that the invitation made, or that was there.
  user_id uuid references auth.users (id) on delete cascade,
  created_at timestamptz not null default now(),
  renewed_at timestamptz,
  expires_at timestamptz not null default now() + interval '72 hours',
  accepted_at timestamptz,
  revoked_at timestamptz,
  timezone text constraint invitations_timezone_is_offered check (private.is_offered_timezone(timezone)),
  constraint invitations_record_is_for_doctors check (doctor_id is null or role = 'doctor'),
  constraint invitations_doctor_has_a_name check (role <> 'doctor' or doctor_id is not null or full_name is not null),
  constraint invitations_end_once check (accepted_at is null or revoked_at is null),
  constraint invitations_full_name_is_visible check (private.visible_name(full_name) = full_name),
  constraint invitations_timezone_is_for_new_records check (timezone is null or (role = 'doctor' and doctor_id is null))
);
comment on column public.invitations.timezone is 'The clock of the working hours in the new record.';
create unique index invitations_open_is_single on public.invitations (email, role) where accepted_at is null and revoked_at is null;
create index invitations_open_idx on public.invitations (created_at desc, id) where accepted_at is null and revoked_at is null;
create index invitations_doctor_id_idx on public.invitations (doctor_id);
create index invitations_invited_by_idx on public.invitations (invited_by);
create index invitations_user_id_idx on public.invitations (user_id);
alter table public.invitations enable row level security;
grant select on public.invitations to service_role;
-- Everything but the account: a doctor would learn from it that there was one before.
grant select (
  id, email, role, doctor_id, full_name, language, timezone, invited_by, created_at, renewed_at, expires_at, accepted_at, revoked_at
) on public.invitations to authenticated;

create policy "invitations: admins read all, doctors what they sent" on public.invitations
  for select to authenticated using (
    (select private.is_admin()) or (invited_by = (select auth.uid()) and (select private.my_doctor_id()) is not null)
  );

-- Role and record for a person. Nothing here may fail for reasons of the record: it runs while somebody confirms their address.
create function private.grant_invited(person uuid, invitation public.invitations) returns void
language plpgsql security definer set search_path = '' as $$
declare
  words text[] := string_to_array(regexp_replace(private.trimmed(invitation.full_name), '\s+', ' ', 'g'), ' ');
  named record;
begin
  if invitation.role = 'patient' then
    return;
  end if;
  insert into public.user_roles (user_id, role) values (person, invitation.role) on conflict do nothing;
  if invitation.role <> 'doctor' or exists (select from public.doctors d where d.user_id = person) then
    return;
  end if;
  if invitation.doctor_id is not null then
    update public.doctors d set user_id = person where d.id = invitation.doctor_id and d.user_id is null;
    return;
  end if;
  select p.first_name, p.last_name into named from only private.profiles p where p.user_id = person;
  insert into public.doctors (user_id, first_name, last_name, specialization, bio, available, timezone)
  values (
    person,
    left(coalesce(private.blank_to_null(array_to_string(words[1 : greatest(1, cardinality(words) - 1)], ' ')), named.first_name, 'İsim'), 100),
    left(coalesce(case when cardinality(words) > 1 then words[cardinality(words)] end, named.last_name, 'Soyisim'), 100),
    'Genel', '', true,
    -- The default of the column, for invitations from before there was a question.
    coalesce(invitation.timezone, 'Europe/Istanbul')
  );
end $$;
comment on function private.grant_invited is 'Definer: the auth service confirms addresses, and has no rights in our tables. Clients cannot call it.';

-- The open invitation, if the caller may renew or revoke it.
create function private.open_invitation(invitation_id uuid) returns public.invitations
language plpgsql security definer set search_path = '' as $$
declare
  invitation public.invitations;
begin
  select i.* into invitation from public.invitations i where i.id = invitation_id for update;
  if private.me() is null or (
    private.is_admin() or (invitation.role = 'patient' and invitation.invited_by = private.me() and private.my_doctor_id() is not null)
  ) is not true then
    perform private.refuse();
  end if;
  if invitation.id is null or invitation.accepted_at is not null or invitation.revoked_at is not null then
    perform private.fail('invitation_not_open');
  end if;
  return invitation;
end $$;
comment on function private.open_invitation is 'Definer: it locks a row that nobody may write. It refuses everybody but admins, and doctors for patients they invited.';

create function private.drop_unaccepted_account(address text) returns void
language plpgsql security definer set search_path = '' as $$
declare
  person uuid;
begin
  select u.id into person from auth.users u
  where u.email = address and u.deleted_at is null and u.email_confirmed_at is null and u.invited_at is not null;
  if person is null or exists (
    select from public.invitations i where i.email = address and i.accepted_at is null and i.revoked_at is null and i.expires_at > now()
  ) then
    return;
  end if;
  delete from auth.one_time_tokens t where t.user_id = person;
  update auth.users u set confirmation_token = '', recovery_token = '' where u.id = person;
  -- What was revoked is kept, without the account.
  update public.invitations i set user_id = null where i.user_id = person;
  begin
    delete from auth.users u where u.id = person and u.email_confirmed_at is null;
  exception when foreign_key_violation or restrict_violation then
    null;
  end;
end $$;
comment on function private.drop_unaccepted_account is 'Definer: accounts are not readable. Clients cannot call it.';

-- The link becomes invalid, and the account that waited for it goes, unless something is kept in its name already.
create function private.revoke_invitation(invitation_id uuid) returns void
language plpgsql security definer set search_path = '' as $$
declare
  invitation public.invitations := private.open_invitation(revoke_invitation.invitation_id);
begin
  update public.invitations i set revoked_at = now() where i.id = invitation.id;
  perform private.audit('invitation.revoked', 'invitation:' || invitation.id, jsonb_build_object('role', invitation.role));
  perform private.drop_unaccepted_account(invitation.email);
end $$;
comment on function private.revoke_invitation is 'Definer: nobody writes invitations. open_invitation refuses first.';

create function public.revoke_invitation(invitation_id uuid) returns void
language sql set search_path = '' as $$
  select private.revoke_invitation(invitation_id)
$$;
grant execute on function private.revoke_invitation, public.revoke_invitation to authenticated;

-- The auth service marks an account as invited, and later as confirmed. Only these marks count: an account that was confirmed without an
-- invitation, or whose address is another one, accepts nothing.
create function private.note_invited_account() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  update public.invitations i set user_id = new.id where i.email = new.email and i.accepted_at is null and i.revoked_at is null;
  return null;
end $$;
comment on function private.note_invited_account is 'Definer: accounts are changed by the auth service, which has no rights in our tables.';
create trigger invitations_note_account after update of invited_at on auth.users
  for each row when (new.invited_at is not null and new.email_confirmed_at is null) execute function private.note_invited_account();

create function private.accept_invitations() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  invitation public.invitations;
begin
  for invitation in
    update public.invitations i set accepted_at = now(), user_id = new.id
    where i.email = new.email and i.accepted_at is null and i.revoked_at is null and i.expires_at > now()
    returning i.*
  loop
    perform private.grant_invited(new.id, invitation);
    perform private.audit('invitation.accepted', 'user:' || new.id, jsonb_build_object('invitation_id', invitation.id, 'role', invitation.role));
  end loop;
  return null;
end $$;
comment on function private.accept_invitations is 'Definer: addresses are confirmed by the auth service, which has no rights in our tables.';
create trigger invitations_accept after update of email_confirmed_at on auth.users
  for each row when (old.email_confirmed_at is null and new.email_confirmed_at is not null and new.invited_at is not null and new.deleted_at is null)
  execute function private.accept_invitations();

-- An admin who is one no longer leaves no invitation of staff behind.
create function private.revoke_invitations_by(person uuid) returns void
language sql security definer set search_path = '' as $$
  update public.invitations i set revoked_at = now()
  where i.invited_by = person and i.role <> 'patient' and i.accepted_at is null and i.revoked_at is null
$$;
comment on function private.revoke_invitations_by is 'Definer: nobody writes invitations. Clients cannot call it.';

create function private.revoke_invitations_of_former_admin() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  perform private.revoke_invitations_by(old.user_id);
  return null;
end $$;
comment on function private.revoke_invitations_of_former_admin is 'Definer: nobody writes invitations.';
create trigger user_roles_revoke_invitations after delete on public.user_roles
  for each row when (old.role = 'admin') execute function private.revoke_invitations_of_former_admin();

-- An erased account is kept as a deleted one, so the foreign key does not take its invitations away.
create function private.drop_invitations_of_deleted_account() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  delete from public.invitations i where i.user_id = new.id or i.email = old.email;
  return null;
end $$;
comment on function private.drop_invitations_of_deleted_account is 'Definer: accounts are marked as deleted by the auth service, which has no rights in our tables.';
create trigger invitations_end_with_account after update of deleted_at on auth.users
  for each row when (new.deleted_at is not null) execute function private.drop_invitations_of_deleted_account();

-- State: 'invited' (a mail with a link is to be sent), 'granted' (the account was there and has the role now), or 'exists' (a patient's
-- account was there: nothing to do). Inviting somebody again for the same role renews the open invitation. Whoever may not know whether
-- there is an account always reads 'invited', and no account.
create function private.create_invitation(email text, role public.app_role, language text, full_name text, doctor_id uuid, timezone text)
returns table (
  invitation_id uuid, state text, address text, invited_name text, invited_language text, account_id uuid, may_know_account boolean
)
language plpgsql security definer set search_path = '' as $$
#variable_conflict use_variable
declare
  max_a_day constant integer := 200;
  max_a_day_to_one constant integer := 10;
  caller uuid := private.me();
  person_name text := private.blank_to_null(private.visible_name(full_name));
  person auth.users;
  invitation public.invitations;
begin
  address := lower(private.trimmed(email));
  may_know_account := private.is_admin();
  if caller is null or (may_know_account or (role = 'patient' and private.my_doctor_id() is not null)) is not true then
    perform private.refuse();
  end if;
  if (private.is_address(address) and address ~ '^[!-~]+$') is not true then
    perform private.fail('invitation_email_invalid');
  end if;
  if private.is_offered_language(language) is not true then
    perform private.fail('invitation_language_invalid');
  end if;
  if timezone is not null and private.is_offered_timezone(timezone) is not true then
    perform private.fail('invitation_timezone_invalid');
  end if;
  if char_length(person_name) > 200 or person_name ~ '[[:cntrl:]]' then
    perform private.fail('invitation_name_invalid');
  end if;
  if role = 'doctor' and doctor_id is null and person_name is null then
    perform private.fail('invitation_name_required');
  end if;
  if doctor_id is not null and not exists (select from public.doctors d where d.id = doctor_id and role = 'doctor') then
    perform private.fail('doctor_not_found');
  end if;
  -- A record that exists keeps its zone.
  if role <> 'doctor' or doctor_id is not null then
    timezone := null;
  end if;
  -- Two who invite the same address at once take turns.
  perform pg_advisory_xact_lock(hashtextextended('invitation:' || address, 0));
  if not private.is_within_limit('invitations by:' || caller, max_a_day, 1440) then
    perform private.fail('too_many_invitations', jsonb_build_object('most', max_a_day));
  end if;
  if not private.is_within_limit('invitations to:' || private.mailbox_of(address), max_a_day_to_one, 1440) then
    perform private.fail('too_many_invitations', jsonb_build_object('most', max_a_day_to_one));
  end if;

  select u.* into person from auth.users u where u.email = address and u.deleted_at is null and not u.is_sso_user;
  if doctor_id is not null and exists (
    select from public.doctors d where d.id = doctor_id and d.user_id is not null and d.user_id is distinct from person.id
  ) then
    perform private.fail('doctor_already_linked');
  end if;
  if role = 'patient' and person.email_confirmed_at is not null and may_know_account then
    return query values (null::uuid, 'exists', address, person_name, language, person.id, may_know_account);
    return;
  end if;
  if role <> 'patient' and person.banned_until > now() then
    perform private.fail('account_banned');
  end if;
  if role <> 'patient' and private.has_proven_address(person) then
    if exists (select from public.user_roles r where r.user_id = person.id and r.role = create_invitation.role)
      and (role <> 'doctor' or exists (select from public.doctors d where d.user_id = person.id)) then
      perform private.fail('already_has_role');
    end if;
    update public.invitations i set revoked_at = now()
    where i.email = address and i.role = create_invitation.role and i.accepted_at is null and i.revoked_at is null;
    insert into public.invitations as i (email, role, doctor_id, full_name, language, timezone, invited_by, user_id, accepted_at)
    values (address, role, doctor_id, person_name, language, timezone, caller, person.id, now())
    returning i.* into invitation;
    perform private.grant_invited(person.id, invitation);
    perform private.record_role_mail(person.id, role, invitation.id);
    perform private.audit('invitation.granted', 'user:' || person.id, jsonb_build_object('invitation_id', invitation.id, 'role', role));
    return query values (invitation.id, 'granted', address, person_name, language, person.id, may_know_account);
    return;
  end if;

  -- Somebody, perhaps a stranger, has signed up with the address and never proved that it is theirs. Neither their password, sessions and
  -- passkeys nor what they wrote into the profile may wait there for the invited person.
  if person.id is not null and person.invited_at is null and (role <> 'patient' or person.email_confirmed_at is null) then
    begin
      delete from auth.users u where u.id = person.id;
      person.id := null;
    exception when foreign_key_violation or restrict_violation then
      if may_know_account then
        perform private.fail('account_not_confirmed');
      end if;
    end;
  end if;
  update public.invitations i set
    doctor_id = create_invitation.doctor_id, full_name = person_name, language = create_invitation.language,
    timezone = create_invitation.timezone, invited_by = caller, user_id = person.id, renewed_at = now(), expires_at = now() + interval '72 hours'
  where i.email = address and i.role = create_invitation.role and i.accepted_at is null and i.revoked_at is null
  returning i.* into invitation;
  if not found then
    insert into public.invitations as i (email, role, doctor_id, full_name, language, timezone, invited_by, user_id)
    values (address, role, doctor_id, person_name, language, timezone, caller, person.id)
    returning i.* into invitation;
  end if;
  perform private.audit(
    case when invitation.renewed_at is null then 'invitation.created' else 'invitation.renewed' end,
    'invitation:' || invitation.id, jsonb_build_object('role', role)
  );
  return query values (
    invitation.id, 'invited', address, person_name, language, case when may_know_account then person.id end, may_know_account
  );
end $$;
comment on function private.create_invitation is 'Definer: nobody writes invitations, and accounts are not readable. It refuses everybody but admins, and doctors who invite a patient, first.';

create function public.create_invitation(
  email text, role public.app_role, language text, full_name text default null, doctor_id uuid default null, timezone text default null
)
returns table (
  invitation_id uuid, state text, address text, invited_name text, invited_language text, account_id uuid, may_know_account boolean
)
language sql set search_path = '' as $$
  select * from private.create_invitation(email, role, language, full_name, doctor_id, timezone)
$$;
grant execute on function private.create_invitation, public.create_invitation to authenticated;

create function private.renew_invitation(invitation_id uuid)
returns table (
  renewed_id uuid, state text, address text, invited_name text, invited_language text, account_id uuid, may_know_account boolean
)
language plpgsql security definer set search_path = '' as $$
declare
  invitation public.invitations := private.open_invitation(renew_invitation.invitation_id);
begin
  return query select * from private.create_invitation(
    invitation.email, invitation.role, invitation.language, invitation.full_name, invitation.doctor_id, invitation.timezone
  );
end $$;
comment on function private.renew_invitation is 'Definer: nobody writes invitations. open_invitation refuses first.';

create function public.renew_invitation(invitation_id uuid)
returns table (
  renewed_id uuid, state text, address text, invited_name text, invited_language text, account_id uuid, may_know_account boolean
)
language sql set search_path = '' as $$
  select * from private.renew_invitation(invitation_id)
$$;
grant execute on function private.renew_invitation, public.renew_invitation to authenticated;

