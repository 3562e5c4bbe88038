-- Written by `npm run types` from the catalogue. Migrations change the schema; reviews read the difference here.

create table public.patient_invitations (
  id uuid not null default gen_random_uuid(),
  patient_id uuid not null,
  kind text not null,
  email text not null,
  language text not null,
  invited_by uuid,
  created_at timestamp with time zone not null default now(),
  expires_at timestamp with time zone not null default (now() + '72:00:00'::interval),
  accepted_at timestamp with time zone,
  revoked_at timestamp with time zone,
  token_hash bytea,
  constraint patient_invitations_invited_by_fkey FOREIGN KEY (invited_by) REFERENCES auth.users(id) ON DELETE SET NULL,
  constraint patient_invitations_link_is_single UNIQUE (token_hash),
  constraint patient_invitations_patient_id_fkey FOREIGN KEY (patient_id) REFERENCES private.profiles(user_id) ON DELETE CASCADE,
  constraint patient_invitations_pkey PRIMARY KEY (id),
  constraint patient_invitations_email_is_an_address CHECK ((private.is_address(email) AND (email ~ '^[!-~]+$'::text) AND (email = lower(email)))),
  constraint patient_invitations_end_once CHECK (((accepted_at IS NULL) OR (revoked_at IS NULL))),
  constraint patient_invitations_kind_is_known CHECK ((kind = ANY (ARRAY['claim'::text, 'guardian'::text]))),
  constraint patient_invitations_language_is_offered CHECK (private.is_offered_language(language))
);
comment on table public.patient_invitations is 'Links by mail to claim a record, or to become the second guardian of a child: 72 hours, once. Written by functions only.';
CREATE UNIQUE INDEX patient_invitations_open_is_single ON public.patient_invitations USING btree (patient_id, kind) WHERE ((accepted_at IS NULL) AND (revoked_at IS NULL));
CREATE INDEX patient_invitations_patient_id_idx ON public.patient_invitations USING btree (patient_id);
CREATE INDEX patient_invitations_invited_by_idx ON public.patient_invitations USING btree (invited_by);
CREATE INDEX patient_invitations_expires_at_idx ON public.patient_invitations USING btree (expires_at);
CREATE INDEX patient_invitations_email_idx ON public.patient_invitations USING btree (email);
alter table public.patient_invitations enable row level security;
grant select on public.patient_invitations to service_role;
grant select (id, patient_id, kind, email, language, invited_by, created_at, expires_at, accepted_at, revoked_at) on public.patient_invitations to authenticated;

create policy "patient_invitations: senders, guardians and admins read" on public.patient_invitations
  for select to authenticated
  using (((invited_by = ( SELECT private.me() AS me)) AND ((kind = 'guardian'::text) OR (accepted_at IS NULL))) OR (patient_id = ANY (( SELECT private.my_people() AS my_people)::uuid[])) OR ( SELECT private.is_admin() AS is_admin));

CREATE OR REPLACE FUNCTION private.drop_patient_invitations_of_deleted_account()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  delete from public.patient_invitations i where i.email = lower(old.email);
  update public.patient_invitations i set invited_by = null where i.invited_by = new.id;
  return null;
end $function$;
comment on function private.drop_patient_invitations_of_deleted_account() is 'Definer: accounts are marked as deleted by the auth service, which has no rights in our tables.';

CREATE OR REPLACE FUNCTION private.erase_patient(patient uuid)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  -- While the guardian still is one: it is the patient's side that cancels.
  perform private.erase_appointments_of(patient);
  perform private.end_guardianships(patient);
  delete from public.patient_invitations i where i.patient_id = patient;
  delete from public.consents c where c.user_id = patient;
  update only private.profiles p set
    first_name = 'deleted', last_name = 'user', phone = null, date_of_birth = null, birth_year = null, gender = null, medical_history = null,
    timezone = 'Europe/Istanbul', language = 'tr', erased_at = now()
  where p.user_id = patient;
  -- Nobody chose the zone that was just written.
  update only private.profiles p set timezone_chosen_at = null where p.user_id = patient;
  perform private.audit('patient.erased', 'user:' || patient);
end $function$;
comment on function private.erase_patient(uuid) is 'Definer: it empties a record without an account. Clients cannot call it: erase_my_account does for the last guardian, and erase_patient_record for admins.';

CREATE OR REPLACE FUNCTION private.get_patient_invitation(token text)
 RETURNS jsonb
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
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
end $function$;
comment on function private.get_patient_invitation(text) is 'Definer: it answers whoever knows the secret of the link, signed in or not.';
grant execute on function private.get_patient_invitation(text) to anon;
grant execute on function private.get_patient_invitation(text) to authenticated;
grant execute on function private.get_patient_invitation(text) to service_role;

CREATE OR REPLACE FUNCTION private.patient_invitation_of(token text)
 RETURNS public.patient_invitations
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select i from public.patient_invitations i where i.token_hash = sha256(convert_to(token, 'UTF8'))
$function$;
comment on function private.patient_invitation_of(text) is 'Definer: hashes of links are not readable. Clients cannot call it.';

CREATE OR REPLACE FUNCTION private.prepare_invited_account(token text)
 RETURNS TABLE(account_id uuid, email text, first_name text, last_name text, language text)
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
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
end $function$;
comment on function private.prepare_invited_account(text) is 'Definer: accounts are not readable. Only the secret key calls it.';
grant execute on function private.prepare_invited_account(text) to service_role;

CREATE OR REPLACE FUNCTION private.record_claim(account uuid, record uuid, guardians jsonb, invitation public.patient_invitations)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  -- Of somebody whose account is only being made, the request names no actor: the subject does.
  perform private.audit(
    'patient.claimed', 'user:' || account,
    jsonb_build_object('patient_id', record, 'guardians', guardians, 'invited_by', invitation.invited_by, 'invitation_id', invitation.id)
  );
end $function$;
comment on function private.record_claim(uuid,uuid,jsonb,public.patient_invitations) is 'Definer: nobody writes the log. Clients cannot call it.';

CREATE OR REPLACE FUNCTION private.revoke_invitations_about(patient uuid, of_kind text DEFAULT NULL::text, sender uuid DEFAULT NULL::uuid)
 RETURNS void
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
  update public.patient_invitations i set revoked_at = now()
  where i.patient_id = patient and i.accepted_at is null and i.revoked_at is null
    and (of_kind is null or i.kind = of_kind) and (sender is null or i.invited_by = sender)
$function$;
comment on function private.revoke_invitations_about(uuid,text,uuid) is 'Definer: nobody writes invitations. Clients cannot call it.';

CREATE OR REPLACE FUNCTION private.revoke_patient_invitation(invitation_id uuid)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
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
end $function$;
comment on function private.revoke_patient_invitation(uuid) is 'Definer: nobody writes invitations. It refuses everybody but the sender, guardians and admins.';
grant execute on function private.revoke_patient_invitation(uuid) to authenticated;

CREATE OR REPLACE FUNCTION private.state_of_invitation(invitation public.patient_invitations)
 RETURNS text
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$
  select case
    when invitation.id is null or invitation.revoked_at is not null then 'gone'
    when invitation.accepted_at is not null then 'used'
    when invitation.expires_at <= now() then 'expired'
    else 'open'
  end
$function$;

CREATE OR REPLACE FUNCTION private.use_patient_invitation(invitation public.patient_invitations, address text)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
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
end $function$;
comment on function private.use_patient_invitation(public.patient_invitations,text) is 'Definer: nobody writes invitations. Clients cannot call it.';

CREATE OR REPLACE FUNCTION private.write_patient_invitation(invitation_id uuid, token_hash text)
 RETURNS TABLE(first_name text, last_name text, inviter_first_name text, inviter_last_name text)
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
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
end $function$;
comment on function private.write_patient_invitation(uuid,text) is 'Definer: nobody writes invitations. Only the secret key calls it.';
grant execute on function private.write_patient_invitation(uuid,text) to service_role;
