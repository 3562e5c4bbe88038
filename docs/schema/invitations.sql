-- Written by `npm run types` from the catalogue. Migrations change the schema; reviews read the difference here.

create table public.invitations (
  id uuid not null default gen_random_uuid(),
  email text not null,
  role public.app_role not null,
  doctor_id uuid,
  full_name text,
  language text not null,
  invited_by uuid,
  user_id uuid,
  created_at timestamp with time zone not null default now(),
  renewed_at timestamp with time zone,
  expires_at timestamp with time zone not null default (now() + '72:00:00'::interval),
  accepted_at timestamp with time zone,
  revoked_at timestamp with time zone,
  timezone text,
  constraint invitations_doctor_id_fkey FOREIGN KEY (doctor_id) REFERENCES public.doctors(id) ON DELETE CASCADE,
  constraint invitations_invited_by_fkey FOREIGN KEY (invited_by) REFERENCES auth.users(id) ON DELETE SET NULL,
  constraint invitations_pkey PRIMARY KEY (id),
  constraint invitations_user_id_fkey FOREIGN KEY (user_id) REFERENCES auth.users(id) ON DELETE CASCADE,
  constraint invitations_doctor_has_a_name CHECK (((role <> 'doctor'::public.app_role) OR (doctor_id IS NOT NULL) OR (full_name IS NOT NULL))),
  constraint invitations_email_is_an_address CHECK ((private.is_address(email) AND (email ~ '^[!-~]+$'::text) AND (email = lower(email)))),
  constraint invitations_end_once CHECK (((accepted_at IS NULL) OR (revoked_at IS NULL))),
  constraint invitations_full_name_is_short CHECK (((char_length(full_name) <= 200) AND (full_name !~ '[[:cntrl:]]'::text))),
  constraint invitations_full_name_is_visible CHECK ((private.visible_name(full_name) = full_name)),
  constraint invitations_language_is_offered CHECK (private.is_offered_language(language)),
  constraint invitations_record_is_for_doctors CHECK (((doctor_id IS NULL) OR (role = 'doctor'::public.app_role))),
  constraint invitations_timezone_is_for_new_records CHECK (((timezone IS NULL) OR ((role = 'doctor'::public.app_role) AND (doctor_id IS NULL)))),
  constraint invitations_timezone_is_offered CHECK (private.is_offered_timezone(timezone))
);
comment on column public.invitations.timezone is 'The clock of the working hours in the new record.';
CREATE UNIQUE INDEX invitations_open_is_single ON public.invitations USING btree (email, role) WHERE ((accepted_at IS NULL) AND (revoked_at IS NULL));
CREATE INDEX invitations_open_idx ON public.invitations USING btree (created_at DESC, id) WHERE ((accepted_at IS NULL) AND (revoked_at IS NULL));
CREATE INDEX invitations_doctor_id_idx ON public.invitations USING btree (doctor_id);
CREATE INDEX invitations_invited_by_idx ON public.invitations USING btree (invited_by);
CREATE INDEX invitations_user_id_idx ON public.invitations USING btree (user_id);
alter table public.invitations enable row level security;
grant select on public.invitations to service_role;
grant select (id, email, role, doctor_id, full_name, language, invited_by, created_at, renewed_at, expires_at, accepted_at, revoked_at, timezone) on public.invitations to authenticated;

create policy "invitations: admins read all, doctors what they sent" on public.invitations
  for select to authenticated
  using (( SELECT private.is_admin() AS is_admin) OR ((invited_by = ( SELECT auth.uid() AS uid)) AND (( SELECT private.my_doctor_id() AS my_doctor_id) IS NOT NULL)));

CREATE TRIGGER invitations_accept AFTER UPDATE OF email_confirmed_at ON auth.users FOR EACH ROW WHEN (((old.email_confirmed_at IS NULL) AND (new.email_confirmed_at IS NOT NULL) AND (new.invited_at IS NOT NULL) AND (new.deleted_at IS NULL))) EXECUTE FUNCTION private.accept_invitations();

CREATE TRIGGER invitations_end_with_account AFTER UPDATE OF deleted_at ON auth.users FOR EACH ROW WHEN ((new.deleted_at IS NOT NULL)) EXECUTE FUNCTION private.drop_invitations_of_deleted_account();

CREATE TRIGGER invitations_note_account AFTER UPDATE OF invited_at ON auth.users FOR EACH ROW WHEN (((new.invited_at IS NOT NULL) AND (new.email_confirmed_at IS NULL))) EXECUTE FUNCTION private.note_invited_account();

CREATE OR REPLACE FUNCTION private.accept_invitations()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
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
end $function$;
comment on function private.accept_invitations() is 'Definer: addresses are confirmed by the auth service, which has no rights in our tables.';

CREATE OR REPLACE FUNCTION private.create_invitation(email text, role public.app_role, language text, full_name text, doctor_id uuid, timezone text)
 RETURNS TABLE(invitation_id uuid, state text, address text, invited_name text, invited_language text, account_id uuid, may_know_account boolean)
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
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
end $function$;
comment on function private.create_invitation(text,public.app_role,text,text,uuid,text) is 'Definer: nobody writes invitations, and accounts are not readable. It refuses everybody but admins, and doctors who invite a patient, first.';
grant execute on function private.create_invitation(text,public.app_role,text,text,uuid,text) to authenticated;

CREATE OR REPLACE FUNCTION private.drop_invitations_of_deleted_account()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  delete from public.invitations i where i.user_id = new.id or i.email = old.email;
  return null;
end $function$;
comment on function private.drop_invitations_of_deleted_account() is 'Definer: accounts are marked as deleted by the auth service, which has no rights in our tables.';

CREATE OR REPLACE FUNCTION private.drop_unaccepted_account(address text)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
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
end $function$;
comment on function private.drop_unaccepted_account(text) is 'Definer: accounts are not readable. Clients cannot call it.';

CREATE OR REPLACE FUNCTION private.grant_invited(person uuid, invitation public.invitations)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
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
end $function$;
comment on function private.grant_invited(uuid,public.invitations) is 'Definer: the auth service confirms addresses, and has no rights in our tables. Clients cannot call it.';

CREATE OR REPLACE FUNCTION private.note_invited_account()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  update public.invitations i set user_id = new.id where i.email = new.email and i.accepted_at is null and i.revoked_at is null;
  return null;
end $function$;
comment on function private.note_invited_account() is 'Definer: accounts are changed by the auth service, which has no rights in our tables.';

CREATE OR REPLACE FUNCTION private.open_invitation(invitation_id uuid)
 RETURNS public.invitations
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
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
end $function$;
comment on function private.open_invitation(uuid) is 'Definer: it locks a row that nobody may write. It refuses everybody but admins, and doctors for patients they invited.';

CREATE OR REPLACE FUNCTION private.renew_invitation(invitation_id uuid)
 RETURNS TABLE(renewed_id uuid, state text, address text, invited_name text, invited_language text, account_id uuid, may_know_account boolean)
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  invitation public.invitations := private.open_invitation(renew_invitation.invitation_id);
begin
  return query select * from private.create_invitation(
    invitation.email, invitation.role, invitation.language, invitation.full_name, invitation.doctor_id, invitation.timezone
  );
end $function$;
comment on function private.renew_invitation(uuid) is 'Definer: nobody writes invitations. open_invitation refuses first.';
grant execute on function private.renew_invitation(uuid) to authenticated;

CREATE OR REPLACE FUNCTION private.revoke_invitation(invitation_id uuid)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  invitation public.invitations := private.open_invitation(revoke_invitation.invitation_id);
begin
  update public.invitations i set revoked_at = now() where i.id = invitation.id;
  perform private.audit('invitation.revoked', 'invitation:' || invitation.id, jsonb_build_object('role', invitation.role));
  perform private.drop_unaccepted_account(invitation.email);
end $function$;
comment on function private.revoke_invitation(uuid) is 'Definer: nobody writes invitations. open_invitation refuses first.';
grant execute on function private.revoke_invitation(uuid) to authenticated;

CREATE OR REPLACE FUNCTION private.revoke_invitations_by(person uuid)
 RETURNS void
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
  update public.invitations i set revoked_at = now()
  where i.invited_by = person and i.role <> 'patient' and i.accepted_at is null and i.revoked_at is null
$function$;
comment on function private.revoke_invitations_by(uuid) is 'Definer: nobody writes invitations. Clients cannot call it.';

CREATE OR REPLACE FUNCTION private.revoke_invitations_of_former_admin()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  perform private.revoke_invitations_by(old.user_id);
  return null;
end $function$;
comment on function private.revoke_invitations_of_former_admin() is 'Definer: nobody writes invitations.';

CREATE OR REPLACE FUNCTION public.create_invitation(email text, role public.app_role, language text, full_name text DEFAULT NULL::text, doctor_id uuid DEFAULT NULL::uuid, timezone text DEFAULT NULL::text)
 RETURNS TABLE(invitation_id uuid, state text, address text, invited_name text, invited_language text, account_id uuid, may_know_account boolean)
 LANGUAGE sql
 SET search_path TO ''
AS $function$
  select * from private.create_invitation(email, role, language, full_name, doctor_id, timezone)
$function$;
grant execute on function public.create_invitation(text,public.app_role,text,text,uuid,text) to authenticated;

CREATE OR REPLACE FUNCTION public.renew_invitation(invitation_id uuid)
 RETURNS TABLE(renewed_id uuid, state text, address text, invited_name text, invited_language text, account_id uuid, may_know_account boolean)
 LANGUAGE sql
 SET search_path TO ''
AS $function$
  select * from private.renew_invitation(invitation_id)
$function$;
grant execute on function public.renew_invitation(uuid) to authenticated;

CREATE OR REPLACE FUNCTION public.revoke_invitation(invitation_id uuid)
 RETURNS void
 LANGUAGE sql
 SET search_path TO ''
AS $function$
  select private.revoke_invitation(invitation_id)
$function$;
grant execute on function public.revoke_invitation(uuid) to authenticated;
