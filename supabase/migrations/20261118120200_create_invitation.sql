-- Inviting: a doctor's new record gets the time zone that the admin chose; a role is given only to an account whose address was proven; and
-- a doctor who invites a patient does not learn whether the address has an account.
alter table public.invitations
  add column timezone text constraint invitations_timezone_is_offered check (private.is_offered_timezone(timezone)),
  add constraint invitations_timezone_is_for_new_records check (timezone is null or (role = 'doctor' and doctor_id is null));
comment on column public.invitations.timezone is 'The clock of the working hours in the new record.';

-- Everything but the account: a doctor would learn from it that there was one before.
revoke select on public.invitations from authenticated;
grant select (
  id, email, role, doctor_id, full_name, language, timezone, invited_by, created_at, renewed_at, expires_at, accepted_at, revoked_at
) on public.invitations to authenticated;

-- Role and record for a person. Nothing here may fail for reasons of the record: it runs while somebody confirms their address.
create or replace function private.grant_invited(person uuid, invitation public.invitations) returns void
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

-- Whether the person behind an account has shown that they read its mailbox. The auth service marks the identity when a link was followed,
-- and not when sign-ups are confirmed at once. An account that has a role already was checked by whoever gave it.
create function private.has_proven_address(person auth.users) returns boolean
language sql stable security definer set search_path = '' as $$
  select person.email_confirmed_at is not null and (
    person.invited_at is not null
    or exists (
      select from auth.identities i
      where i.user_id = person.id and i.identity_data ->> 'email' = person.email and i.identity_data ->> 'email_verified' = 'true'
    )
    or exists (select from public.user_roles r where r.user_id = person.id and r.role in ('admin', 'doctor'))
  )
$$;
comment on function private.has_proven_address is 'Definer: accounts are not readable. Clients cannot call it.';

drop function public.create_invitation;
drop function private.create_invitation;
drop function public.renew_invitation;
drop function private.renew_invitation;

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
grant execute on function
  private.create_invitation, public.create_invitation, private.renew_invitation, public.renew_invitation
  to authenticated;
