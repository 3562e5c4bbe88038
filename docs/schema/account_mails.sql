-- Written by `npm run types` from the catalogue. Migrations change the schema; reviews read the difference here.

CREATE TRIGGER mail_outbox_ends_with_account AFTER UPDATE OF deleted_at ON auth.users FOR EACH ROW WHEN ((new.deleted_at IS NOT NULL)) EXECUTE FUNCTION private.drop_mails_of_account();

CREATE TRIGGER mail_outbox_ends_with_deleted_account AFTER DELETE ON auth.users FOR EACH ROW EXECUTE FUNCTION private.drop_mails_of_account();

CREATE TRIGGER users_tell_email_changed AFTER UPDATE OF email ON auth.users FOR EACH ROW WHEN ((((old.email)::text <> (new.email)::text) AND (old.email_confirmed_at IS NOT NULL) AND (new.deleted_at IS NULL))) EXECUTE FUNCTION private.tell_about_account();

CREATE TRIGGER users_tell_password_changed AFTER UPDATE OF encrypted_password ON auth.users FOR EACH ROW WHEN ((((old.encrypted_password)::text <> (new.encrypted_password)::text) AND ((old.encrypted_password)::text <> ''::text) AND ((new.encrypted_password)::text <> ''::text) AND ((old.email)::text = (new.email)::text) AND (old.email_confirmed_at IS NOT NULL) AND (new.deleted_at IS NULL))) EXECUTE FUNCTION private.tell_about_account();

CREATE TRIGGER mfa_factors_tell_added AFTER UPDATE OF status ON auth.mfa_factors FOR EACH ROW WHEN (((old.status <> 'verified'::auth.factor_status) AND (new.status = 'verified'::auth.factor_status) AND ((new.factor_type)::text <> 'recovery_code'::text))) EXECUTE FUNCTION private.tell_about_factor();

CREATE TRIGGER mfa_factors_tell_removed AFTER DELETE ON auth.mfa_factors FOR EACH ROW WHEN (((old.status = 'verified'::auth.factor_status) AND ((old.factor_type)::text <> 'recovery_code'::text))) EXECUTE FUNCTION private.tell_about_factor();

CREATE TRIGGER webauthn_credentials_tell AFTER INSERT OR DELETE ON auth.webauthn_credentials FOR EACH ROW EXECUTE FUNCTION private.tell_about_passkey();

CREATE OR REPLACE FUNCTION private.drop_mails_of_account()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  delete from private.mail_outbox m where m.account_id = old.id;
  return null;
end $function$;
comment on function private.drop_mails_of_account() is 'Definer: accounts are deleted by the auth service, which has no rights in our tables.';

CREATE OR REPLACE FUNCTION private.expire_account_mails()
 RETURNS integer
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  expired integer;
begin
  update private.mail_outbox m set state = 'failed', last_error = coalesce(m.last_error, 'sender lost')
  where m.expires_at <= now() and m.state in ('waiting', 'sending');
  get diagnostics expired = row_count;
  return expired;
end $function$;
comment on function private.expire_account_mails() is 'Definer: nobody may write the outbox. Only the secret key calls it.';
grant execute on function private.expire_account_mails() to service_role;

CREATE OR REPLACE FUNCTION private.forget_failed_link()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
begin
  new.payload := null;
  return new;
end $function$;

CREATE OR REPLACE FUNCTION private.get_account_mail_status()
 RETURNS TABLE(waiting integer, failed integer, last_error text, last_error_at timestamp with time zone)
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
#variable_conflict use_column
begin
  if not private.is_admin() then
    perform private.refuse();
  end if;
  return query
  select count(*) filter (where m.state <> 'failed')::integer, count(*) filter (where m.state = 'failed')::integer,
         (array_agg(m.last_error order by m.last_error_at desc nulls last) filter (where m.last_error is not null))[1], max(m.last_error_at)
  from private.mail_outbox m
  where m.kind like 'account\_%' and (
    m.state in ('waiting', 'sending') and (m.last_error is not null or m.next_attempt_at < now() - interval '5 minutes')
    or m.state = 'failed' and m.last_error <> 'superseded' and m.last_error_at > now() - interval '7 days'
  );
end $function$;
comment on function private.get_account_mail_status() is 'Definer: nobody reads mails about accounts. It refuses everybody but admins first, and shows counts and a reason.';
grant execute on function private.get_account_mail_status() to authenticated;

CREATE OR REPLACE FUNCTION private.has_proven_address(person auth.users)
 RETURNS boolean
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select person.email_confirmed_at is not null and (
    person.invited_at is not null
    or exists (
      select from auth.identities i
      where i.user_id = person.id and i.identity_data ->> 'email' = person.email and i.identity_data ->> 'email_verified' = 'true'
    )
    or exists (select from public.user_roles r where r.user_id = person.id and r.role in ('admin', 'doctor'))
  )
$function$;
comment on function private.has_proven_address(auth.users) is 'Definer: accounts are not readable. Clients cannot call it.';

CREATE OR REPLACE FUNCTION private.is_account_there(mail private.mail_outbox)
 RETURNS boolean
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
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
$function$;
comment on function private.is_account_there(private.mail_outbox) is 'Definer: accounts are not readable.';

CREATE OR REPLACE FUNCTION private.record_account_mail(person uuid, news text, subject text)
 RETURNS void
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
  insert into private.mail_outbox (kind, recipient, user_id, language, payload, dedupe_key)
  select 'account_' || news, u.email, u.id, coalesce((select p.language from only private.profiles p where p.user_id = u.id), 'tr'), '{}',
         'account_' || news || ':' || subject
  from auth.users u where u.id = person and u.deleted_at is null and u.email is not null
  on conflict (dedupe_key) do nothing
$function$;
comment on function private.record_account_mail(uuid,text,text) is 'Definer: nobody may write the outbox, and accounts are not readable.';

CREATE OR REPLACE FUNCTION private.record_account_mails(account uuid, mail_kind text, reader_language text, valid_hours integer, mails jsonb, event text)
 RETURNS TABLE(id uuid, kind text, recipient text, language text, payload jsonb, attempt integer, created_at timestamp with time zone)
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
#variable_conflict use_column
declare
  keys text[] := array(
    select mail_kind || ':' || event || ':' || given.recipient from jsonb_to_recordset(mails) as given (recipient text)
  );
begin
  with replaced as (
    delete from private.mail_outbox m
    where m.account_id = account and m.kind = mail_kind and m.state <> 'sent' and m.dedupe_key <> all (keys)
    returning m.last_error
  )
  insert into private.mail_outbox (id, kind, recipient, language, payload, account_id, expires_at, last_error, dedupe_key)
  select given.id, mail_kind, given.recipient, reader_language, jsonb_build_object('sealed', given.sealed), account,
         now() + make_interval(hours => valid_hours),
         -- So that the log does not say again why.
         (select max(r.last_error) from replaced r),
         mail_kind || ':' || event || ':' || given.recipient
  from jsonb_to_recordset(mails) as given (id uuid, recipient text, sealed text)
  on conflict (dedupe_key) do nothing;
  return query select * from private.claim_mails(10, keys);
end $function$;
comment on function private.record_account_mails(uuid,text,text,integer,jsonb,text) is 'Definer: nobody may write the outbox. Only the secret key calls it.';
grant execute on function private.record_account_mails(uuid,text,text,integer,jsonb,text) to service_role;

CREATE OR REPLACE FUNCTION private.record_factor_mail(person uuid, news text, subject text)
 RETURNS void
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
  insert into private.mail_outbox (kind, recipient, user_id, language, payload, dedupe_key)
  select 'account_factor_' || news, u.email, u.id, coalesce((select p.language from only private.profiles p where p.user_id = u.id), 'tr'), '{}',
         'account_factor_' || news || ':' || subject
  from auth.users u where u.id = person and u.deleted_at is null and u.email is not null
  on conflict (dedupe_key) do nothing
$function$;
comment on function private.record_factor_mail(uuid,text,text) is 'Definer: nobody may write the outbox, and accounts are not readable.';

CREATE OR REPLACE FUNCTION private.record_role_mail(person uuid, granted public.app_role, invitation_id uuid)
 RETURNS void
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
  insert into private.mail_outbox (kind, recipient, user_id, language, payload, dedupe_key)
  select 'account_role_' || granted, u.email, u.id, coalesce((select p.language from only private.profiles p where p.user_id = u.id), 'tr'), '{}',
         'account_role_' || granted || ':' || invitation_id
  from auth.users u where u.id = person and u.deleted_at is null and u.email is not null
  on conflict (dedupe_key) do nothing
$function$;
comment on function private.record_role_mail(uuid,public.app_role,uuid) is 'Definer: nobody may write the outbox, and accounts are not readable.';

CREATE OR REPLACE FUNCTION private.tell_about_account()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  news text := case when old.email <> new.email then 'email_changed' else 'password_changed' end;
begin
  insert into private.mail_outbox (kind, recipient, user_id, language, payload, dedupe_key)
  values (
    'account_' || news, old.email, new.id,
    coalesce((select p.language from only private.profiles p where p.user_id = new.id), 'tr'), '{}',
    'account_' || news || ':' || new.id || ':' || txid_current()
  )
  on conflict (dedupe_key) do nothing;
  return null;
end $function$;
comment on function private.tell_about_account() is 'Definer: accounts are changed by the auth service, which has no rights in our tables.';

CREATE OR REPLACE FUNCTION private.tell_about_factor()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  if tg_op = 'DELETE' then
    if auth.uid() <> old.user_id then
      perform private.record_factor_mail(old.user_id, 'reset', old.user_id || ':' || txid_current());
    elsif old.factor_type::text = 'webauthn' then
      perform private.record_account_mail(old.user_id, 'key_removed', old.user_id || ':' || txid_current());
    else
      perform private.record_factor_mail(old.user_id, 'removed', old.user_id || ':' || txid_current());
    end if;
  elsif new.factor_type::text = 'webauthn' then
    perform private.record_account_mail(new.user_id, 'key_added', new.id::text);
  else
    perform private.record_factor_mail(new.user_id, 'added', new.id::text);
  end if;
  return null;
end $function$;
comment on function private.tell_about_factor() is 'Definer: factors are changed by the auth service, which has no rights in our tables.';

CREATE OR REPLACE FUNCTION private.tell_about_passkey()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  if tg_op = 'DELETE' then
    perform private.record_account_mail(old.user_id, 'passkey_removed', old.id::text);
  else
    perform private.record_account_mail(new.user_id, 'passkey_added', new.id::text);
  end if;
  return null;
end $function$;
comment on function private.tell_about_passkey() is 'Definer: passkeys are changed by the auth service, which has no rights in our tables.';

CREATE OR REPLACE FUNCTION public.expire_account_mails()
 RETURNS integer
 LANGUAGE sql
 SET search_path TO ''
AS $function$
  select private.expire_account_mails()
$function$;
grant execute on function public.expire_account_mails() to service_role;

CREATE OR REPLACE FUNCTION public.get_account_mail_status()
 RETURNS TABLE(waiting integer, failed integer, last_error text, last_error_at timestamp with time zone)
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$
  select * from private.get_account_mail_status()
$function$;
grant execute on function public.get_account_mail_status() to authenticated;

CREATE OR REPLACE FUNCTION public.record_account_mails(account_id uuid, kind text, language text, valid_hours integer, mails jsonb, event text)
 RETURNS TABLE(id uuid, kind text, recipient text, language text, payload jsonb, attempt integer, created_at timestamp with time zone)
 LANGUAGE sql
 SET search_path TO ''
AS $function$
  select * from private.record_account_mails(account_id, record_account_mails.kind, record_account_mails.language, valid_hours, mails, event)
$function$;
grant execute on function public.record_account_mails(uuid,text,text,integer,jsonb,text) to service_role;
