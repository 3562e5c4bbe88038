-- Account mails with links and codes: kept encrypted until they are sent or their link has expired, and retried until then.

-- No foreign key: hosted Supabase asks for the mail before it commits the account.
alter table private.mail_outbox
  add column account_id uuid,
  add column expires_at timestamptz,
  add column last_error_at timestamptz,
  add constraint mail_outbox_links_are_about_accounts check (
    (account_id is null) = (expires_at is null) and (expires_at is null or kind like 'account\_%')
  ),
  -- The key is not in the database.
  add constraint mail_outbox_links_are_encrypted check (
    expires_at is null or payload is null or (payload - 'sealed' = '{}' and jsonb_typeof(payload -> 'sealed') = 'string')
  ),
  add constraint mail_outbox_links_go_in_the_end check (expires_at is null or payload is null or state in ('waiting', 'sending'));
create index mail_outbox_account_id_idx on private.mail_outbox (account_id) where account_id is not null;
create index mail_outbox_expires_at_idx on private.mail_outbox (expires_at) where state in ('waiting', 'sending');

create function private.forget_failed_link() returns trigger
language plpgsql set search_path = '' as $$
begin
  new.payload := null;
  return new;
end $$;
create trigger mail_outbox_forget_failed_link before update of state on private.mail_outbox
  for each row when (new.expires_at is not null and new.state = 'failed') execute function private.forget_failed_link();

create function private.stamp_mail_error() returns trigger
language plpgsql set search_path = '' as $$
begin
  new.last_error_at := case when new.last_error is not null then now() end;
  return new;
end $$;
create trigger mail_outbox_stamp_error before update of last_error on private.mail_outbox
  for each row execute function private.stamp_mail_error();

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

-- A mail with a link is tried until the link expires, however often that is.
create or replace function private.lock_due_mails(most integer, keys text[]) returns table (id uuid, verdict text)
language sql security definer set search_path = '' as $$
  select (due.mail).id, case
    when (due.mail).kind like 'account\_%' and not private.is_account_there(due.mail) then 'superseded'
    when (due.mail).kind not like 'account\_%' and (not private.is_still_true(due.mail) or private.recipient_of(due.mail) is null)
      then 'superseded'
    when (due.mail).state = 'sending' and (
      (due.mail).expires_at is null and (due.mail).attempts >= private.most_attempts((due.mail).kind)
      or (due.mail).doubts + 1 >= private.most_doubts()
    ) then 'sender lost'
  end
  from (
    select m as mail from private.mail_outbox m
    where m.state in ('waiting', 'sending') and m.next_attempt_at <= now() and (keys is null or m.dedupe_key = any (keys))
    order by private.turn_of(m.kind), m.next_attempt_at
    limit least(most, 100)
    for update skip locked
  ) as due
$$;

-- A sender whose lease ran out has no say any more: another one may be at it. Tells whether the log should say the reason: a mail is given
-- up, or no other mail waits for the same reason. What follows a colon are the provider's words, which may differ each time.
create or replace function private.fail_mail(mail uuid, attempt integer, error text, retryable boolean, may_have_arrived boolean) returns boolean
language plpgsql security definer set search_path = '' as $$
declare
  reason text := split_part(error, ': ', 1);
  is_known boolean;
  new_state text;
begin
  -- Mails that fail at the same moment take turns, or each would be the first.
  perform pg_advisory_xact_lock(hashtextextended('mail errors', 0));
  is_known := exists (
    select from private.mail_outbox m where m.state in ('waiting', 'sending') and split_part(m.last_error, ': ', 1) = reason
  );
  update private.mail_outbox m
  set state = case
        when retryable and (m.expires_at is not null or m.attempts < private.most_attempts(m.kind))
          and m.doubts + may_have_arrived::integer < private.most_doubts() then 'waiting'
        else 'failed'
      end,
      doubts = m.doubts + may_have_arrived::integer,
      last_error = left(error, 200),
      -- Twelve attempts at least in the time of a link.
      next_attempt_at = now() + least(private.pause_after(m.attempts), (m.expires_at - m.created_at) / 12)
  where m.id = mail and m.state = 'sending' and m.attempts = attempt
  returning m.state into new_state;
  return new_state is not null and (new_state = 'failed' or not is_known);
end $$;

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
grant execute on function private.record_account_mails, public.record_account_mails, private.expire_account_mails, public.expire_account_mails
  to service_role;

create or replace view private.metrics as
  select 'mail_outbox_mails' as name, 'Mails that are not sent yet, by state.' as help, jsonb_build_object('state', s.state) as labels,
    (select count(*) from private.mail_outbox m where m.state = s.state)::double precision as value
  from unnest(array['waiting', 'sending', 'failed']) as s (state)
  union all
  select 'mail_outbox_oldest_due_seconds', 'How long the mail that is due the longest has been waiting.', '{}',
    coalesce(extract(epoch from now() - min(m.next_attempt_at) filter (where m.next_attempt_at < now())), 0)
  from private.mail_outbox m where m.state in ('waiting', 'sending')
  union all
  select 'account_mails', 'Mails about accounts that are not sent yet, by state.', jsonb_build_object('state', s.state),
    (select count(*) from private.mail_outbox m where m.state = s.state and m.kind like 'account\_%' and m.last_error is distinct from 'superseded')
  from unnest(array['waiting', 'sending', 'failed']) as s (state)
  union all
  select 'account_mails_oldest_due_seconds', 'How long the oldest mail about an account has been due without being sent.', '{}',
    coalesce(extract(epoch from now() - min(m.created_at)), 0)
  from private.mail_outbox m where m.state in ('waiting', 'sending') and m.kind like 'account\_%';
