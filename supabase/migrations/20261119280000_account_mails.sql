-- Mails about accounts: links and codes, second factors, security keys, passkeys, roles and addresses.

-- Bodies of functions may mention what a later file makes.
set check_function_bodies = off;

-- To the address of this moment. Removing several factors at once is told once.
create function private.record_factor_mail(person uuid, news text, subject text) returns void
language sql security definer set search_path = '' as $$
  insert into private.mail_outbox (kind, recipient, user_id, language, payload, dedupe_key)
  select 'account_factor_' || news, u.email, u.id, coalesce((select p.language from only private.profiles p where p.user_id = u.id), 'tr'), '{}',
         'account_factor_' || news || ':' || subject
  from auth.users u where u.id = person and u.deleted_at is null and u.email is not null
  on conflict (dedupe_key) do nothing
$$;
comment on function private.record_factor_mail is 'Definer: nobody may write the outbox, and accounts are not readable.';

-- To the address of this moment. The same change is told once.
create function private.record_account_mail(person uuid, news text, subject text) returns void
language sql security definer set search_path = '' as $$
  insert into private.mail_outbox (kind, recipient, user_id, language, payload, dedupe_key)
  select 'account_' || news, u.email, u.id, coalesce((select p.language from only private.profiles p where p.user_id = u.id), 'tr'), '{}',
         'account_' || news || ':' || subject
  from auth.users u where u.id = person and u.deleted_at is null and u.email is not null
  on conflict (dedupe_key) do nothing
$$;
comment on function private.record_account_mail is 'Definer: nobody may write the outbox, and accounts are not readable.';

-- Of recovery codes nothing is told: they come and go with the factor itself. A security key is called by its name. Resetting is told once,
-- whatever the factors were.
create function private.tell_about_factor() returns trigger
language plpgsql security definer set search_path = '' as $$
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
end $$;
comment on function private.tell_about_factor is 'Definer: factors are changed by the auth service, which has no rights in our tables.';
create trigger mfa_factors_tell_added after update of status on auth.mfa_factors
  for each row when (old.status <> 'verified' and new.status = 'verified' and new.factor_type::text <> 'recovery_code')
  execute function private.tell_about_factor();
create trigger mfa_factors_tell_removed after delete on auth.mfa_factors
  for each row when (old.status = 'verified' and old.factor_type::text <> 'recovery_code')
  execute function private.tell_about_factor();

create function private.tell_about_passkey() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if tg_op = 'DELETE' then
    perform private.record_account_mail(old.user_id, 'passkey_removed', old.id::text);
  else
    perform private.record_account_mail(new.user_id, 'passkey_added', new.id::text);
  end if;
  return null;
end $$;
comment on function private.tell_about_passkey is 'Definer: passkeys are changed by the auth service, which has no rights in our tables.';

-- A new password is told at the account's address, a new address at the old one.
create function private.tell_about_account() returns trigger
language plpgsql security definer set search_path = '' as $$
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
end $$;
comment on function private.tell_about_account is 'Definer: accounts are changed by the auth service, which has no rights in our tables.';
-- An address or a password that nobody has confirmed yet is no news.
create trigger users_tell_email_changed after update of email on auth.users
  for each row when (old.email <> new.email and old.email_confirmed_at is not null and new.deleted_at is null)
  execute function private.tell_about_account();
create trigger users_tell_password_changed after update of encrypted_password on auth.users
  for each row when (
    old.encrypted_password <> new.encrypted_password and old.encrypted_password <> '' and new.encrypted_password <> ''
    and old.email = new.email and old.email_confirmed_at is not null and new.deleted_at is null
  )
  execute function private.tell_about_account();

create function private.record_role_mail(person uuid, granted public.app_role, invitation_id uuid) returns void
language sql security definer set search_path = '' as $$
  insert into private.mail_outbox (kind, recipient, user_id, language, payload, dedupe_key)
  select 'account_role_' || granted, u.email, u.id, coalesce((select p.language from only private.profiles p where p.user_id = u.id), 'tr'), '{}',
         'account_role_' || granted || ':' || invitation_id
  from auth.users u where u.id = person and u.deleted_at is null and u.email is not null
  on conflict (dedupe_key) do nothing
$$;
comment on function private.record_role_mail is 'Definer: nobody may write the outbox, and accounts are not readable.';

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

create function private.forget_failed_link() returns trigger
language plpgsql set search_path = '' as $$
begin
  new.payload := null;
  return new;
end $$;
create trigger mail_outbox_forget_failed_link before update of state on private.mail_outbox
  for each row when (new.expires_at is not null and new.state = 'failed') execute function private.forget_failed_link();

-- Mails of erased and deleted accounts.
create function private.drop_mails_of_account() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  delete from private.mail_outbox m where m.account_id = old.id;
  return null;
end $$;
comment on function private.drop_mails_of_account is 'Definer: accounts are deleted by the auth service, which has no rights in our tables.';
create trigger mail_outbox_ends_with_account after update of deleted_at on auth.users
  for each row when (new.deleted_at is not null) execute function private.drop_mails_of_account();
create trigger mail_outbox_ends_with_deleted_account after delete on auth.users
  for each row execute function private.drop_mails_of_account();

-- Records the mails of one event and claims them, so that their sender can start at once. An event that is already recorded changes
-- nothing. Older mails of the same kind that were not sent go: their links no longer work.
create function private.record_account_mails(account uuid, mail_kind text, reader_language text, valid_hours integer, mails jsonb, event text)
returns table (id uuid, kind text, recipient text, language text, payload jsonb, attempt integer, created_at timestamptz)
language plpgsql security definer set search_path = '' as $$
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
end $$;
comment on function private.record_account_mails is 'Definer: nobody may write the outbox. Only the secret key calls it.';

create function public.record_account_mails(account_id uuid, kind text, language text, valid_hours integer, mails jsonb, event text)
returns table (id uuid, kind text, recipient text, language text, payload jsonb, attempt integer, created_at timestamptz)
language sql set search_path = '' as $$
  select * from private.record_account_mails(account_id, record_account_mails.kind, record_account_mails.language, valid_hours, mails, event)
$$;
grant execute on function private.record_account_mails, public.record_account_mails to service_role;

-- Gives up mails whose link has expired. They keep the reason of their last attempt.
create function private.expire_account_mails() returns integer
language plpgsql security definer set search_path = '' as $$
declare
  expired integer;
begin
  update private.mail_outbox m set state = 'failed', last_error = coalesce(m.last_error, 'sender lost')
  where m.expires_at <= now() and m.state in ('waiting', 'sending');
  get diagnostics expired = row_count;
  return expired;
end $$;
comment on function private.expire_account_mails is 'Definer: nobody may write the outbox. Only the secret key calls it.';

create function public.expire_account_mails() returns integer
language sql set search_path = '' as $$
  select private.expire_account_mails()
$$;
grant execute on function private.expire_account_mails, public.expire_account_mails to service_role;

-- A mail with a link is due while its account has the address it goes to; a change of address is asked for at both.
create function private.is_account_there(mail private.mail_outbox) returns boolean
language sql stable security definer set search_path = '' as $$
  select case
    when mail.kind = 'account_erased' then true
    -- The account is not committed yet when its first mail is sent.
    when mail.account_id is not null and mail.attempts = 0 then true
    else exists (
      select from auth.users u
      where u.id = coalesce(mail.account_id, mail.user_id) and u.deleted_at is null
        and (mail.account_id is null or mail.kind = 'account_email_change' or lower(u.email) = lower(mail.recipient))
    )
  end
$$;
comment on function private.is_account_there is 'Definer: accounts are not readable.';

-- Mails about accounts are listed for nobody. Admins see how many are late or were given up in the last seven days, and the last reason.
create function private.get_account_mail_status()
returns table (waiting integer, failed integer, last_error text, last_error_at timestamptz)
language plpgsql stable security definer set search_path = '' as $$
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
end $$;
comment on function private.get_account_mail_status is 'Definer: nobody reads mails about accounts. It refuses everybody but admins first, and shows counts and a reason.';

create function public.get_account_mail_status()
returns table (waiting integer, failed integer, last_error text, last_error_at timestamptz)
language sql stable set search_path = '' as $$
  select * from private.get_account_mail_status()
$$;
grant execute on function private.get_account_mail_status, public.get_account_mail_status to authenticated;

-- Older backends have no passkeys.
do $$
begin
  if to_regclass('auth.webauthn_credentials') is not null then
    create trigger webauthn_credentials_tell after insert or delete on auth.webauthn_credentials
      for each row execute function private.tell_about_passkey();
  end if;
end $$;
