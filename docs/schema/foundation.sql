-- Written by `npm run types` from the catalogue. Migrations change the schema; reviews read the difference here.

CREATE TRIGGER patient_invitations_end_with_account AFTER UPDATE OF deleted_at ON auth.users FOR EACH ROW WHEN (((new.deleted_at IS NOT NULL) AND (old.deleted_at IS NULL))) EXECUTE FUNCTION private.drop_patient_invitations_of_deleted_account();

CREATE OR REPLACE FUNCTION private.add_patient(patient jsonb, zone text, spoken text)
 RETURNS uuid
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  added uuid := gen_random_uuid();
begin
  if private.blank_to_null(private.visible_name(patient ->> 'first_name')) is null
    or private.blank_to_null(private.visible_name(patient ->> 'last_name')) is null
  then
    perform private.fail('profile_name_required');
  end if;
  insert into private.profiles (user_id, has_account, first_name, last_name, phone, timezone, language)
  values (added, false, patient ->> 'first_name', patient ->> 'last_name', patient ->> 'phone', zone, spoken);
  return added;
end $function$;
comment on function private.add_patient(jsonb,text,text) is 'Definer: nobody adds a profile without an account. Clients cannot call it.';

CREATE OR REPLACE FUNCTION private.adult_on(born date)
 RETURNS date
 LANGUAGE sql
 IMMUTABLE
 SET search_path TO ''
AS $function$
  select (born + interval '18 years')::date
$function$;
grant execute on function private.adult_on(date) to authenticated;

CREATE OR REPLACE FUNCTION private.announce_public_change()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
begin
  perform pg_notify('public_data', tg_argv[0]);
  return null;
end $function$;

CREATE OR REPLACE FUNCTION private.are_architects(value jsonb)
 RETURNS boolean
 LANGUAGE sql
 IMMUTABLE
 SET search_path TO ''
AS $function$
  select case when jsonb_typeof(value) = 'array' then jsonb_array_length(value) <= 6 and (
    select coalesce(bool_and(
      jsonb_typeof(a.one) = 'object' and (a.one - 'name' - 'titleKey' - 'photo') = '{}'
      and coalesce(jsonb_typeof(a.one -> 'name') = 'string' and private.is_short_line(a.one ->> 'name', 80), false)
      and coalesce(a.one ->> 'titleKey' in ('leadArchitect', 'interiorArchitect'), false)
      and (not a.one ? 'photo' or coalesce(jsonb_typeof(a.one -> 'photo') = 'string' and private.is_site_photo(a.one ->> 'photo'), false))
    ), true)
    from jsonb_array_elements(value) as a (one)
  ) else value is null end
$function$;
grant execute on function private.are_architects(jsonb) to authenticated;
grant execute on function private.are_architects(jsonb) to service_role;

CREATE OR REPLACE FUNCTION private.are_choices(choices jsonb)
 RETURNS boolean
 LANGUAGE sql
 IMMUTABLE
 SET search_path TO ''
AS $function$
  select case when jsonb_typeof(choices) = 'array' and jsonb_array_length(choices) between 2 and 10
    then (select bool_and(private.are_texts_up_to(c, 100, true) and c <> '{}') from jsonb_array_elements(choices) as c)
    else false
  end
$function$;
grant execute on function private.are_choices(jsonb) to authenticated;
grant execute on function private.are_choices(jsonb) to service_role;

CREATE OR REPLACE FUNCTION private.are_language_codes(codes text[])
 RETURNS boolean
 LANGUAGE sql
 IMMUTABLE
 SET search_path TO ''
AS $function$
  select cardinality(codes) <= 12 and array_ndims(codes) is not distinct from case when cardinality(codes) > 0 then 1 end
    and (select coalesce(bool_and(c is not null and c ~ '^[a-z]{2,3}$'), true) and count(distinct c) = cardinality(codes) from unnest(codes) as c)
$function$;
grant execute on function private.are_language_codes(text[]) to authenticated;
grant execute on function private.are_language_codes(text[]) to service_role;

CREATE OR REPLACE FUNCTION private.are_lists_of_texts(lists jsonb)
 RETURNS boolean
 LANGUAGE sql
 IMMUTABLE
 SET search_path TO ''
AS $function$
  select bool_and(
    case when jsonb_typeof(l.value) = 'array' and jsonb_array_length(l.value) <= 40
      then (select coalesce(bool_and(jsonb_typeof(t) = 'string' and char_length(private.trimmed(t #>> '{}')) between 1 and 100), true) from jsonb_array_elements(l.value) as t)
      else false
    end
  )
  from jsonb_each(lists) as l
$function$;
grant execute on function private.are_lists_of_texts(jsonb) to authenticated;
grant execute on function private.are_lists_of_texts(jsonb) to service_role;

CREATE OR REPLACE FUNCTION private.are_site_photos(value jsonb)
 RETURNS boolean
 LANGUAGE sql
 IMMUTABLE
 SET search_path TO ''
AS $function$
  select case when jsonb_typeof(value) = 'array' then jsonb_array_length(value) <= 12 and (
    select coalesce(bool_and(
      jsonb_typeof(p.one) = 'object' and (p.one - 'path' - 'alts') = '{}'
      and coalesce(jsonb_typeof(p.one -> 'path') = 'string' and private.is_site_photo(p.one ->> 'path'), false)
      and coalesce(private.are_texts_up_to(p.one -> 'alts', 200, true) and p.one -> 'alts' <> '{}', false)
    ), true)
    from jsonb_array_elements(value) as p (one)
  ) else false end
$function$;

CREATE OR REPLACE FUNCTION private.are_texts(texts jsonb)
 RETURNS boolean
 LANGUAGE sql
 IMMUTABLE
 SET search_path TO ''
AS $function$
  select bool_and(jsonb_typeof(t.value) = 'string' and char_length(private.trimmed(t.value #>> '{}')) between 1 and 100) from jsonb_each(texts) as t
$function$;
grant execute on function private.are_texts(jsonb) to authenticated;
grant execute on function private.are_texts(jsonb) to service_role;

CREATE OR REPLACE FUNCTION private.are_texts_up_to(texts jsonb, max_length integer, single_line boolean DEFAULT false)
 RETURNS boolean
 LANGUAGE sql
 IMMUTABLE
 SET search_path TO ''
AS $function$
  select jsonb_typeof(texts) = 'object' and (
    select coalesce(bool_and(
      private.is_offered_language(t.key) and jsonb_typeof(t.value) = 'string'
      and char_length(t.value #>> '{}') <= max_length and private.trimmed(t.value #>> '{}') <> ''
      and not (single_line and t.value #>> '{}' ~ '[[:cntrl:]]')
    ), true)
    from jsonb_each(case when jsonb_typeof(texts) = 'object' then texts else '{}' end) as t
  )
$function$;
grant execute on function private.are_texts_up_to(jsonb,integer,boolean) to authenticated;
grant execute on function private.are_texts_up_to(jsonb,integer,boolean) to service_role;

CREATE OR REPLACE FUNCTION private.blank_to_null(value text)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE
 SET search_path TO ''
AS $function$
  select nullif(private.trimmed(value), '')
$function$;
grant execute on function private.blank_to_null(text) to anon;
grant execute on function private.blank_to_null(text) to authenticated;
grant execute on function private.blank_to_null(text) to service_role;

CREATE OR REPLACE FUNCTION private.check_page(max_rows integer)
 RETURNS void
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
begin
  if not private.is_admin() then
    perform private.refuse();
  end if;
  if (max_rows between 1 and 200) is not true then
    perform private.fail('rows_out_of_range', jsonb_build_object('least', 1, 'most', 200));
  end if;
end $function$;
grant execute on function private.check_page(integer) to authenticated;

CREATE OR REPLACE FUNCTION private.company_timezone()
 RETURNS text
 LANGUAGE sql
 IMMUTABLE
 SET search_path TO ''
AS $function$ select 'Asia/Baku' $function$;
grant execute on function private.company_timezone() to authenticated;
grant execute on function private.company_timezone() to service_role;

CREATE OR REPLACE FUNCTION private.date_or_null(value text)
 RETURNS date
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
begin
  return case when value ~ '^\d{4}-\d{2}-\d{2}$' then value::date end;
exception when datetime_field_overflow then
  return null;
end $function$;

CREATE OR REPLACE FUNCTION private.error_name(message text, constraint_name text)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE
 SET search_path TO ''
AS $function$ select coalesce(nullif(constraint_name, ''), message) $function$;
grant execute on function private.error_name(text,text) to authenticated;

CREATE OR REPLACE FUNCTION private.fail(name text, facts jsonb DEFAULT '{}'::jsonb)
 RETURNS void
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
begin
  raise exception using errcode = 'P0001', message = name, detail = facts::text;
end $function$;
grant execute on function private.fail(text,jsonb) to anon;
grant execute on function private.fail(text,jsonb) to authenticated;
grant execute on function private.fail(text,jsonb) to service_role;

CREATE OR REPLACE FUNCTION private.fail_unless_adult(born_in integer, zone text)
 RETURNS void
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
declare
  this_year integer := extract(year from private.today_in(zone));
begin
  if (born_in between this_year - 120 and this_year) is not true then
    perform private.fail('birth_date_invalid');
  end if;
  if this_year - born_in < 18 then
    perform private.fail('patient_is_minor');
  end if;
end $function$;
grant execute on function private.fail_unless_adult(integer,text) to authenticated;

CREATE OR REPLACE FUNCTION private.fail_unless_child(born date, zone text)
 RETURNS void
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
declare
  today date := private.today_in(zone);
begin
  if (born <= today and born > today - interval '120 years') is not true then
    perform private.fail('birth_date_invalid');
  end if;
  if private.adult_on(born) <= today then
    perform private.fail('patient_is_adult');
  end if;
end $function$;
grant execute on function private.fail_unless_child(date,text) to authenticated;

CREATE OR REPLACE FUNCTION private.fold_letters(value text)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE
 SET search_path TO ''
AS $function$
  select lower(translate(value, 'İIıŞşĞğÜüÖöÇçƏəÂâÎîÛûÉéÈè', 'iiissgguuoocceeaaiiuueeee'))
$function$;

CREATE OR REPLACE FUNCTION private.fold_text(value text)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE
 SET search_path TO ''
AS $function$
  select regexp_replace(
    translate(
      regexp_replace(
        normalize(lower(value collate pg_catalog.pg_c_utf8), nfd),
        '[\u0300-\u036f\u0483-\u0489\u0591-\u05bd\u0610-\u061a\u064b-\u065f\u0670\u06d6-\u06dc\u06df-\u06e4\u06e7\u06e8\u06ea-\u06ed\u08d3-\u08e1\u08e3-\u08ff\u1ab0-\u1aff\u1dc0-\u1dff\u20d0-\u20ff\ufe20-\ufe2f]',
        '', 'g'
      ),
      'ıəىة', 'ieيه'
    ),
    '[’'']', '', 'g'
  )
$function$;
grant execute on function private.fold_text(text) to authenticated;
grant execute on function private.fold_text(text) to service_role;

CREATE OR REPLACE FUNCTION private.guard_patient()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare
  today date := private.today_in(new.timezone);
  has_appointments boolean;
begin
  if current_user <> 'authenticated' then
    return new;
  end if;
  if old.birth_year is not null and private.blank_to_null(new.phone) is null then
    perform private.fail('phone_required');
  end if;
  if (new.date_of_birth, new.birth_year) is not distinct from (old.date_of_birth, old.birth_year) then
    return new;
  end if;
  has_appointments := exists (select from public.appointments a where a.user_id = old.user_id);
  if has_appointments and (
    new.birth_year is distinct from old.birth_year or (old.date_of_birth is not null and new.date_of_birth is distinct from old.date_of_birth)
  ) then
    perform private.fail('birth_date_is_fixed');
  end if;
  if old.birth_year is null then
    if new.birth_year is not null then
      perform private.fail('birth_date_invalid');
    end if;
    perform private.fail_unless_child(new.date_of_birth, new.timezone);
    return new;
  end if;
  perform private.fail_unless_adult(new.birth_year, new.timezone);
  if new.date_of_birth > today or new.date_of_birth <= today - interval '120 years' then
    perform private.fail('birth_date_invalid');
  end if;
  if private.adult_on(new.date_of_birth) > today then
    perform private.fail('patient_is_minor');
  end if;
  return new;
end $function$;

CREATE OR REPLACE FUNCTION private.has_every_language(texts jsonb)
 RETURNS boolean
 LANGUAGE sql
 IMMUTABLE
 SET search_path TO ''
AS $function$
  select jsonb_typeof(texts) = 'object' and (select count(*) = 6 and bool_and(private.is_offered_language(k)) from jsonb_object_keys(texts) as k)
$function$;
grant execute on function private.has_every_language(jsonb) to authenticated;
grant execute on function private.has_every_language(jsonb) to service_role;

CREATE OR REPLACE FUNCTION private.is_address(value text)
 RETURNS boolean
 LANGUAGE sql
 IMMUTABLE
 SET search_path TO ''
AS $function$
  select char_length(value) <= 254 and value !~ '[][]' and value ~ '^[^\s@,;:<>()"\\[:cntrl:]]+@[^\s@,;:<>()"\\[:cntrl:]]+\.[^\s@,;:<>()"\\[:cntrl:]]+$'
$function$;
grant execute on function private.is_address(text) to anon;
grant execute on function private.is_address(text) to authenticated;
grant execute on function private.is_address(text) to service_role;

CREATE OR REPLACE FUNCTION private.is_content_body(kind text, body jsonb)
 RETURNS boolean
 LANGUAGE sql
 IMMUTABLE
 SET search_path TO ''
AS $function$
  select coalesce(jsonb_typeof(body) = 'object' and case kind
    when 'project' then
      body ?& array['titles', 'places', 'year', 'area_m2', 'texts', 'photos']
      and body - array['titles', 'places', 'year', 'area_m2', 'texts', 'photos'] = '{}'
      and private.are_texts_up_to(body -> 'titles', 100, true) and body -> 'titles' <> '{}'
      and private.are_texts_up_to(body -> 'places', 80, true)
      and private.is_number_or_null(body -> 'year', 1900, 2100)
      and private.is_number_or_null(body -> 'area_m2', 1, 100000)
      and private.are_texts_up_to(body -> 'texts', 4000)
      and private.are_site_photos(body -> 'photos')
    when 'faq' then
      body ?& array['category', 'questions', 'answers'] and body - array['category', 'questions', 'answers'] = '{}'
      and jsonb_typeof(body -> 'category') = 'string'
      and body ->> 'category' in ('general', 'health', 'services', 'technical', 'payment')
      and private.are_texts_up_to(body -> 'questions', 200, true)
      and private.are_texts_up_to(body -> 'answers', 4000)
      -- A question is shown with its answer, so at least one language has both.
      and exists (
        select from jsonb_object_keys(case jsonb_typeof(body -> 'questions') when 'object' then body -> 'questions' else '{}' end) as q (code)
        where body -> 'answers' ? q.code
      )
    when 'notice' then
      body ?& array['texts', 'from', 'until'] and body - array['texts', 'from', 'until'] = '{}'
      and private.are_texts_up_to(body -> 'texts', 300, true) and body -> 'texts' <> '{}'
      and jsonb_typeof(body -> 'from') in ('string', 'null') and jsonb_typeof(body -> 'until') in ('string', 'null')
      and coalesce(private.is_day(body ->> 'from'), true) and coalesce(private.is_day(body ->> 'until'), true)
      and coalesce(body ->> 'from' <= body ->> 'until', true)
    else false
  end, false)
$function$;

CREATE OR REPLACE FUNCTION private.is_day(value text)
 RETURNS boolean
 LANGUAGE plpgsql
 IMMUTABLE STRICT
 SET search_path TO ''
AS $function$
begin
  return value ~ '^20[0-9]{2}-[0-9]{2}-[0-9]{2}$'
    and make_date(left(value, 4)::integer, substr(value, 6, 2)::integer, right(value, 2)::integer) is not null;
exception when datetime_field_overflow then
  return false;
end $function$;

CREATE OR REPLACE FUNCTION private.is_number_or_null(value jsonb, smallest integer, largest integer)
 RETURNS boolean
 LANGUAGE sql
 IMMUTABLE
 SET search_path TO ''
AS $function$
  select case jsonb_typeof(value)
    when 'null' then true
    when 'number' then value::numeric between smallest and largest and value::numeric = trunc(value::numeric)
    else false
  end
$function$;

CREATE OR REPLACE FUNCTION private.is_offered_currency(code text)
 RETURNS boolean
 LANGUAGE sql
 IMMUTABLE
 SET search_path TO ''
AS $function$
  select code in ('AZN', 'TRY', 'USD', 'EUR')
$function$;
grant execute on function private.is_offered_currency(text) to authenticated;
grant execute on function private.is_offered_currency(text) to service_role;

CREATE OR REPLACE FUNCTION private.is_offered_language(code text)
 RETURNS boolean
 LANGUAGE plpgsql
 IMMUTABLE
 SET search_path TO ''
AS $function$
begin
  return code in ('tr', 'az', 'en', 'ru', 'ar', 'fr');
end $function$;
grant execute on function private.is_offered_language(text) to anon;
grant execute on function private.is_offered_language(text) to authenticated;
grant execute on function private.is_offered_language(text) to service_role;

CREATE OR REPLACE FUNCTION private.is_phone_number(value text)
 RETURNS boolean
 LANGUAGE sql
 IMMUTABLE
 SET search_path TO ''
AS $function$
  select value ~ '^\+[1-9][0-9 ()-]{5,28}[0-9]$'
$function$;
grant execute on function private.is_phone_number(text) to authenticated;
grant execute on function private.is_phone_number(text) to service_role;

CREATE OR REPLACE FUNCTION private.is_possible_fee(minor integer)
 RETURNS boolean
 LANGUAGE sql
 IMMUTABLE
 SET search_path TO ''
AS $function$
  select minor between 0 and 100000000
$function$;
grant execute on function private.is_possible_fee(integer) to authenticated;
grant execute on function private.is_possible_fee(integer) to service_role;

CREATE OR REPLACE FUNCTION private.is_question_of_the_site(slug text)
 RETURNS boolean
 LANGUAGE sql
 IMMUTABLE
 SET search_path TO ''
AS $function$
  select slug in (
    'who', 'languages', 'hours', 'data', 'booking', 'timezones', 'cancel', 'psychology', 'tourism', 'interior', 'trade', 'permits', 'video',
    'files', 'payment', 'refund'
  )
$function$;

CREATE OR REPLACE FUNCTION private.is_short_line(value text, max_length integer)
 RETURNS boolean
 LANGUAGE sql
 IMMUTABLE
 SET search_path TO ''
AS $function$
  select char_length(value) between 1 and max_length and private.trimmed(value) = value and value !~ '[[:cntrl:]]'
$function$;
grant execute on function private.is_short_line(text,integer) to authenticated;
grant execute on function private.is_short_line(text,integer) to service_role;

CREATE OR REPLACE FUNCTION private.is_site_photo(value text)
 RETURNS boolean
 LANGUAGE sql
 IMMUTABLE
 SET search_path TO ''
AS $function$
  select value ~ '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}(\.jpg)?$'
$function$;
grant execute on function private.is_site_photo(text) to authenticated;
grant execute on function private.is_site_photo(text) to service_role;

CREATE OR REPLACE FUNCTION private.keep_hidden_note()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  wanted text := private.blank_to_null(new.notes);
begin
  perform from only private.profiles p where p.user_id = new.user_id for share;
  if exists (select from public.appointment_hidden_notes n where n.appointment_id = new.id) or private.hides_notes(new.user_id) then
    new.notes := null;
    perform private.write_hidden_note(new.id, wanted);
  end if;
  return new;
end $function$;
comment on function private.keep_hidden_note() is 'Definer: nobody writes hidden notes directly. The trigger before it has asked who writes.';

CREATE OR REPLACE FUNCTION private.keep_visible_names()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
begin
  new.first_name := private.visible_name(new.first_name);
  new.last_name := private.visible_name(new.last_name);
  return new;
end $function$;

CREATE OR REPLACE FUNCTION private.like_pattern(term text)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE
 SET search_path TO ''
AS $function$
  select '%' || replace(replace(replace(term, '\', '\\'), '%', '\%'), '_', '\_') || '%'
$function$;

CREATE OR REPLACE FUNCTION private.note_answer()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
begin
  if new.status = 'confirmed' or new.cancelled_by in ('doctor', 'admin') then
    new.answered_at := now();
  end if;
  return new;
end $function$;

CREATE OR REPLACE FUNCTION private.order_content(kind text, ids uuid[])
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
#variable_conflict use_variable
begin
  perform private.begin_content_change();
  if cardinality(ids) > 200 then
    perform private.fail('content_invalid');
  end if;
  update public.site_content c set position = placed.place
  from (
    select o.id, row_number() over (order by array_position(ids, o.id), o.position, o.created_at, o.id) as place
    from public.site_content o where o.kind = kind
  ) as placed
  where c.id = placed.id and c.position <> placed.place;
  if found then
    perform private.audit('content.ordered', 'settings', jsonb_build_object('kind', kind));
  end if;
end $function$;
comment on function private.order_content(text,uuid[]) is 'Definer: nobody writes content directly. It refuses everybody but admins first.';
grant execute on function private.order_content(text,uuid[]) to authenticated;

CREATE OR REPLACE FUNCTION private.photo_of_path(path text)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE
 SET search_path TO ''
AS $function$
  select regexp_replace(path, '(-full|-large|-small|-share)?\.(webp|jpg)$', '')
$function$;
grant execute on function private.photo_of_path(text) to authenticated;
grant execute on function private.photo_of_path(text) to service_role;

CREATE OR REPLACE FUNCTION private.prepare_company_settings()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
begin
  new.version := old.version + 1;
  new.updated_at := now();
  new.updated_by := auth.uid();
  return new;
end $function$;

CREATE OR REPLACE FUNCTION private.record_patient_invitation(patient uuid, kind text, email text, language text)
 RETURNS uuid
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
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
end $function$;
comment on function private.record_patient_invitation(uuid,text,text,text) is 'Definer: nobody writes invitations or mails. Clients cannot call it.';

CREATE OR REPLACE FUNCTION private.refuse()
 RETURNS void
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
begin
  raise exception using errcode = '42501', message = 'permission denied';
end $function$;
grant execute on function private.refuse() to anon;
grant execute on function private.refuse() to authenticated;
grant execute on function private.refuse() to service_role;

CREATE OR REPLACE FUNCTION private.refuse_payment_change()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
begin
  if current_user in ('anon', 'authenticated', 'service_role') or tg_op = 'UPDATE' then
    perform private.fail('payments_are_append_only');
  end if;
  return old;
end $function$;

CREATE OR REPLACE FUNCTION private.show_hidden_notes_to_owner()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  perform private.show_hidden_notes(new.user_id);
  return null;
end $function$;
comment on function private.show_hidden_notes_to_owner() is 'Definer: nobody writes hidden notes directly.';

CREATE OR REPLACE FUNCTION private.site_photo_of_path(path text)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE
 SET search_path TO ''
AS $function$
  select case when path ~ '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}/(large|full|small)\.(webp|jpg)$' then split_part(path, '/', 1) end
$function$;
grant execute on function private.site_photo_of_path(text) to authenticated;
grant execute on function private.site_photo_of_path(text) to service_role;

CREATE OR REPLACE FUNCTION private.state_payment()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  -- Sums of two currencies are none.
  if tg_op = 'UPDATE' and old.paid_minor + old.waived_minor > 0 and new.fee_currency is distinct from old.fee_currency then
    perform private.fail('payments_have_a_currency', jsonb_build_object('currency', old.fee_currency));
  end if;
  new.payment_state := private.payment_state_of(new);
  return new;
end $function$;
comment on function private.state_payment() is 'Definer: people who book have no right to call payment_state_of.';

CREATE OR REPLACE FUNCTION private.today_in(zone text)
 RETURNS date
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$
  select (now() at time zone zone)::date
$function$;
grant execute on function private.today_in(text) to authenticated;

CREATE OR REPLACE FUNCTION private.touch_hidden_note()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
begin
  new.note := private.trimmed(new.note);
  -- Not the time of the transaction: two changes must never have the same time.
  new.updated_at := clock_timestamp();
  return new;
end $function$;

CREATE OR REPLACE FUNCTION private.trimmed(value text)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE
 SET search_path TO ''
AS $function$
  select regexp_replace(value, '^[\s\u00a0\u00ad\u2000-\u200f\u2060-\u2064\u3000\u3164\ufeff]+|[\s\u00a0\u00ad\u2000-\u200f\u2060-\u2064\u3000\u3164\ufeff]+$', '', 'g')
$function$;
grant execute on function private.trimmed(text) to anon;
grant execute on function private.trimmed(text) to authenticated;
grant execute on function private.trimmed(text) to service_role;

CREATE OR REPLACE FUNCTION private.uuid_or_null(value text)
 RETURNS uuid
 LANGUAGE sql
 IMMUTABLE
 SET search_path TO ''
AS $function$
  select case when value ~ '^[0-9a-fA-F]{8}(-[0-9a-fA-F]{4}){3}-[0-9a-fA-F]{12}$' then value::uuid end
$function$;
grant execute on function private.uuid_or_null(text) to anon;
grant execute on function private.uuid_or_null(text) to authenticated;
grant execute on function private.uuid_or_null(text) to service_role;

CREATE OR REPLACE FUNCTION private.visible_name(value text)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE
 SET search_path TO ''
AS $function$
  select regexp_replace(
    value,
    '[\u00ad\u034f\u061c\u115f\u1160\u17b4\u17b5\u180e\u200b\u200e\u200f\u2028-\u202e\u2060-\u206f\u3164\ufeff\uffa0\ufff9-\ufffb\U000e0000-\U000e007f]',
    '', 'g'
  )
$function$;
grant execute on function private.visible_name(text) to authenticated;
grant execute on function private.visible_name(text) to service_role;

CREATE OR REPLACE FUNCTION private.without_few(patients bigint)
 RETURNS bigint
 LANGUAGE sql
 IMMUTABLE
 SET search_path TO ''
AS $function$
  select case when patients not between 1 and 4 then patients end
$function$;
grant execute on function private.without_few(bigint) to authenticated;

CREATE OR REPLACE FUNCTION private.year_or_null(value text)
 RETURNS integer
 LANGUAGE sql
 IMMUTABLE
 SET search_path TO ''
AS $function$
  select case when value ~ '^\d{4}$' then value::integer end
$function$;

CREATE OR REPLACE FUNCTION public.accept_patient_invitation(token text, declaration_version text DEFAULT NULL::text)
 RETURNS jsonb
 LANGUAGE sql
 SET search_path TO ''
 SET statement_timeout TO '8s'
AS $function$
  select private.accept_patient_invitation(token, declaration_version)
$function$;
grant execute on function public.accept_patient_invitation(text,text) to authenticated;

CREATE OR REPLACE FUNCTION public.announce_legal_document(document text, version date)
 RETURNS void
 LANGUAGE sql
 SET search_path TO ''
AS $function$
  select private.announce_legal_document(announce_legal_document.document, announce_legal_document.version)
$function$;
grant execute on function public.announce_legal_document(text,date) to authenticated;

CREATE OR REPLACE FUNCTION public.are_fees_public()
 RETURNS boolean
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$
  select private.are_fees_public()
$function$;
grant execute on function public.are_fees_public() to authenticated;

CREATE OR REPLACE FUNCTION public.count_legal_recipients()
 RETURNS integer
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$
  select private.count_legal_recipients()
$function$;
grant execute on function public.count_legal_recipients() to authenticated;

CREATE OR REPLACE FUNCTION public.create_patient(patient jsonb, relationship text, authority text, declaration_version text)
 RETURNS uuid
 LANGUAGE sql
 SET search_path TO ''
AS $function$
  select private.create_patient(patient, relationship, authority, declaration_version)
$function$;
grant execute on function public.create_patient(jsonb,text,text,text) to authenticated;

CREATE OR REPLACE FUNCTION public.create_patient_by_staff(patient jsonb)
 RETURNS uuid
 LANGUAGE sql
 SET search_path TO ''
AS $function$
  select private.create_patient_by_staff(patient)
$function$;
grant execute on function public.create_patient_by_staff(jsonb) to authenticated;

CREATE OR REPLACE FUNCTION public.delete_content(content_id uuid)
 RETURNS void
 LANGUAGE sql
 SET search_path TO ''
AS $function$ select private.delete_content(content_id) $function$;
grant execute on function public.delete_content(uuid) to authenticated;

CREATE OR REPLACE FUNCTION public.erase_patient_record(patient_id uuid)
 RETURNS void
 LANGUAGE sql
 SET search_path TO ''
 SET statement_timeout TO '8s'
AS $function$
  select private.erase_patient_record(erase_patient_record.patient_id)
$function$;
grant execute on function public.erase_patient_record(uuid) to authenticated;

CREATE OR REPLACE FUNCTION public.get_content_preview(token uuid)
 RETURNS TABLE(kind text, slug text, body jsonb)
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$ select * from private.get_content_preview(token) $function$;
grant execute on function public.get_content_preview(uuid) to anon;
grant execute on function public.get_content_preview(uuid) to authenticated;
grant execute on function public.get_content_preview(uuid) to service_role;

CREATE OR REPLACE FUNCTION public.get_note_sharing(appointment_id uuid)
 RETURNS TABLE(has_guardian boolean, may_be_shown boolean, is_shown boolean)
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$
  select * from private.get_note_sharing(get_note_sharing.appointment_id)
$function$;
grant execute on function public.get_note_sharing(uuid) to authenticated;

CREATE OR REPLACE FUNCTION public.get_overview(unit text DEFAULT 'week'::text, periods integer DEFAULT 12)
 RETURNS TABLE(period date, booked bigint, completed bigint, missed bigint, cancelled_by_patient bigint, cancelled_by_doctor bigint, cancelled_by_admin bigint, expired bigint, answered bigint, median_wait_minutes integer, slow_wait_minutes integer)
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
#variable_conflict use_column
begin
  return query
  select p.period, a.*
  from private.overview_periods(unit, periods) p, lateral private.overview_counts(p.starts_at, p.ends_at) a
  order by p.period;
end $function$;
grant execute on function public.get_overview(text,integer) to authenticated;

CREATE OR REPLACE FUNCTION public.get_overview_fees(unit text DEFAULT 'week'::text, periods integer DEFAULT 12)
 RETURNS TABLE(period date, currency text, agreed_minor bigint, paid_minor bigint)
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
#variable_conflict use_column
begin
  return query
  select p.period, a.currency, a.agreed_minor, a.paid_minor
  from private.overview_periods(unit, periods) p, lateral private.overview_fees(p.starts_at, p.ends_at) a
  order by p.period, a.currency;
end $function$;
grant execute on function public.get_overview_fees(text,integer) to authenticated;

CREATE OR REPLACE FUNCTION public.get_overview_patients(unit text DEFAULT 'week'::text, periods integer DEFAULT 12)
 RETURNS TABLE(period date, new_patients bigint, returning_patients bigint)
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
#variable_conflict use_column
begin
  return query
  with seen as materialized (
    select p.period, p.starts_at, a.user_id
    from private.overview_periods(unit, periods) p, lateral private.overview_patients(p.starts_at, p.ends_at) a
  ), counted as (
    select s.period, count(*) filter (where f.starts_at >= s.starts_at) as new_ones, count(*) filter (where f.starts_at < s.starts_at) as others
    from seen s join private.first_appointments_of(array(select distinct s.user_id from seen s)) f using (user_id)
    group by s.period
  )
  select p.period, private.without_few(coalesce(c.new_ones, 0)), private.without_few(coalesce(c.others, 0))
  from private.overview_periods(unit, periods) p left join counted c using (period)
  order by p.period;
end $function$;
grant execute on function public.get_overview_patients(text,integer) to authenticated;

CREATE OR REPLACE FUNCTION public.get_overview_reasons(unit text DEFAULT 'week'::text, periods integer DEFAULT 12)
 RETURNS TABLE(reason text, appointments bigint)
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
#variable_conflict use_column
begin
  return query
  select a.reason, a.appointments
  from (select min(o.starts_at) as starts_at, max(o.ends_at) as ends_at from private.overview_periods(unit, periods) o) as o,
       lateral private.overview_reasons(o.starts_at, o.ends_at) a
  order by a.appointments desc, a.reason;
end $function$;
grant execute on function public.get_overview_reasons(text,integer) to authenticated;

CREATE OR REPLACE FUNCTION public.get_patient_invitation(token text)
 RETURNS jsonb
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$
  select private.get_patient_invitation(token)
$function$;
grant execute on function public.get_patient_invitation(text) to anon;
grant execute on function public.get_patient_invitation(text) to authenticated;
grant execute on function public.get_patient_invitation(text) to service_role;

CREATE OR REPLACE FUNCTION public.get_public_fees(doctor_ids uuid[] DEFAULT NULL::uuid[])
 RETURNS TABLE(type_id uuid, fee_minor integer, currency text)
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$
  select * from private.get_public_fees(doctor_ids)
$function$;
grant execute on function public.get_public_fees(uuid[]) to anon;
grant execute on function public.get_public_fees(uuid[]) to authenticated;
grant execute on function public.get_public_fees(uuid[]) to service_role;

CREATE OR REPLACE FUNCTION public.get_retired_doctors()
 RETURNS TABLE(short_id text)
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$
  select * from private.get_retired_doctors()
$function$;
grant execute on function public.get_retired_doctors() to anon;
grant execute on function public.get_retired_doctors() to authenticated;
grant execute on function public.get_retired_doctors() to service_role;

CREATE OR REPLACE FUNCTION public.invite_guardian(patient_id uuid, email text)
 RETURNS uuid
 LANGUAGE sql
 SET search_path TO ''
AS $function$
  select private.invite_guardian(invite_guardian.patient_id, invite_guardian.email)
$function$;
grant execute on function public.invite_guardian(uuid,text) to authenticated;

CREATE OR REPLACE FUNCTION public.invite_patient_to_claim(patient_id uuid, email text)
 RETURNS uuid
 LANGUAGE sql
 SET search_path TO ''
AS $function$
  select private.invite_patient_to_claim(invite_patient_to_claim.patient_id, invite_patient_to_claim.email)
$function$;
grant execute on function public.invite_patient_to_claim(uuid,text) to authenticated;

CREATE OR REPLACE FUNCTION public.leave_guardianship(patient_id uuid)
 RETURNS void
 LANGUAGE sql
 SET search_path TO ''
AS $function$
  select private.leave_guardianship(leave_guardianship.patient_id)
$function$;
grant execute on function public.leave_guardianship(uuid) to authenticated;

CREATE OR REPLACE FUNCTION public.list_answers(appointment_id uuid)
 RETURNS TABLE(question_id uuid, question jsonb, kind text, choices jsonb, answer text, choice jsonb, file_id uuid, file_name text, answered_at timestamp with time zone, draft text, is_asked boolean)
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$
  select * from private.list_answers(list_answers.appointment_id)
$function$;
grant execute on function public.list_answers(uuid) to authenticated;

CREATE OR REPLACE FUNCTION public.list_appointment_people(appointment_id uuid)
 RETURNS TABLE(user_id uuid, part text, first_name text, last_name text, relationship text)
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$
  select * from private.list_appointment_people(list_appointment_people.appointment_id)
$function$;
grant execute on function public.list_appointment_people(uuid) to authenticated;

CREATE OR REPLACE FUNCTION public.list_guardians_of(patient_ids uuid[])
 RETURNS TABLE(patient_id uuid, guardians jsonb)
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
declare
  max_rows constant integer := 200;
begin
  if (cardinality(patient_ids) between 1 and max_rows) is not true then
    perform private.fail('rows_out_of_range', jsonb_build_object('least', 1, 'most', max_rows));
  end if;
  return query select n.user_id, n.guardians from private.names_of_patients(patient_ids) n where n.guardians is not null;
end $function$;
grant execute on function public.list_guardians_of(uuid[]) to authenticated;

CREATE OR REPLACE FUNCTION public.list_mail_guardians(appointment_id uuid)
 RETURNS TABLE(guardian_id uuid, first_name text, last_name text, timezone text, timezone_chosen_at timestamp with time zone)
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$ select * from private.list_mail_guardians(appointment_id) $function$;
grant execute on function public.list_mail_guardians(uuid) to service_role;

CREATE OR REPLACE FUNCTION public.list_my_people()
 RETURNS TABLE(user_id uuid, first_name text, last_name text, phone text, relationship text, authority text, date_of_birth date, birth_year smallint, timezone text, language text, gender text, medical_history text, is_live boolean, becomes_adult_on date, guardians jsonb, invited jsonb)
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$
  select * from private.list_my_people()
$function$;
grant execute on function public.list_my_people() to authenticated;

CREATE OR REPLACE FUNCTION public.list_phone_reminders()
 RETURNS TABLE(appointment_id uuid, starts_at timestamp with time zone, patient_id uuid, first_name text, last_name text, phone text, language text, timezone text, doctor_id uuid, doctor_first_name text, doctor_last_name text, doctor_timezone text)
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$
  select * from private.list_phone_reminders()
$function$;
grant execute on function public.list_phone_reminders() to authenticated;

CREATE OR REPLACE FUNCTION public.mark_phone_reminder(appointment_id uuid)
 RETURNS void
 LANGUAGE sql
 SET search_path TO ''
AS $function$
  select private.mark_phone_reminder(appointment_id)
$function$;
grant execute on function public.mark_phone_reminder(uuid) to authenticated;

CREATE OR REPLACE FUNCTION public.order_content(kind text, ids uuid[])
 RETURNS void
 LANGUAGE sql
 SET search_path TO ''
AS $function$ select private.order_content(kind, ids) $function$;
grant execute on function public.order_content(text,uuid[]) to authenticated;

CREATE OR REPLACE FUNCTION public.prepare_invited_account(token text)
 RETURNS TABLE(account_id uuid, email text, first_name text, last_name text, language text)
 LANGUAGE sql
 SET search_path TO ''
AS $function$
  select * from private.prepare_invited_account(token)
$function$;
grant execute on function public.prepare_invited_account(text) to service_role;

CREATE OR REPLACE FUNCTION public.publish_content(content_id uuid, version integer)
 RETURNS integer
 LANGUAGE sql
 SET search_path TO ''
AS $function$ select private.publish_content(content_id, version) $function$;
grant execute on function public.publish_content(uuid,integer) to authenticated;

CREATE OR REPLACE FUNCTION public.read_coming_of_age(patient_id uuid, guardian_id uuid)
 RETURNS TABLE(first_name text, last_name text, adult_on date, guardian_first_name text, guardian_last_name text)
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$ select * from private.read_coming_of_age(patient_id, guardian_id) $function$;
grant execute on function public.read_coming_of_age(uuid,uuid) to service_role;

CREATE OR REPLACE FUNCTION public.record_coming_of_age_mails()
 RETURNS integer
 LANGUAGE sql
 SET search_path TO ''
AS $function$ select private.record_coming_of_age_mails() $function$;
grant execute on function public.record_coming_of_age_mails() to service_role;

CREATE OR REPLACE FUNCTION public.record_consent(appointment_id uuid, kind text, version text, language text, given boolean)
 RETURNS void
 LANGUAGE sql
 SET search_path TO ''
AS $function$
  select private.record_consent(appointment_id, kind, version, language, given)
$function$;
grant execute on function public.record_consent(uuid,text,text,text,boolean) to authenticated;

CREATE OR REPLACE FUNCTION public.record_legal_mails(most integer DEFAULT 500)
 RETURNS integer
 LANGUAGE sql
 SET search_path TO ''
AS $function$
  select private.record_legal_mails(most)
$function$;
grant execute on function public.record_legal_mails(integer) to service_role;

CREATE OR REPLACE FUNCTION public.record_patient_health(appointment_id uuid, date_of_birth date DEFAULT NULL::date, gender text DEFAULT NULL::text, medical_history text DEFAULT NULL::text)
 RETURNS void
 LANGUAGE sql
 SET search_path TO ''
AS $function$
  select private.record_patient_health(appointment_id, date_of_birth, gender, medical_history)
$function$;
grant execute on function public.record_patient_health(uuid,date,text,text) to authenticated;

CREATE OR REPLACE FUNCTION public.restore_content(content_id uuid, number integer, version integer)
 RETURNS integer
 LANGUAGE sql
 SET search_path TO ''
AS $function$ select private.restore_content(content_id, number, version) $function$;
grant execute on function public.restore_content(uuid,integer,integer) to authenticated;

CREATE OR REPLACE FUNCTION public.revoke_patient_invitation(invitation_id uuid)
 RETURNS void
 LANGUAGE sql
 SET search_path TO ''
AS $function$
  select private.revoke_patient_invitation(invitation_id)
$function$;
grant execute on function public.revoke_patient_invitation(uuid) to authenticated;

CREATE OR REPLACE FUNCTION public.save_answer(appointment_id uuid, question_id uuid, answer text DEFAULT NULL::text, choice integer DEFAULT NULL::integer, file_id uuid DEFAULT NULL::uuid)
 RETURNS void
 LANGUAGE sql
 SET search_path TO ''
AS $function$
  select private.save_answer(save_answer.appointment_id, save_answer.question_id, answer, choice, file_id)
$function$;
grant execute on function public.save_answer(uuid,uuid,text,integer,uuid) to authenticated;

CREATE OR REPLACE FUNCTION public.save_answer_draft(appointment_id uuid, question_id uuid, draft text)
 RETURNS timestamp with time zone
 LANGUAGE sql
 SET search_path TO ''
AS $function$
  select private.save_answer_draft(save_answer_draft.appointment_id, save_answer_draft.question_id, draft)
$function$;
grant execute on function public.save_answer_draft(uuid,uuid,text) to authenticated;

CREATE OR REPLACE FUNCTION public.save_content_draft(content_id uuid, kind text, slug text, body jsonb, version integer)
 RETURNS integer
 LANGUAGE sql
 SET search_path TO ''
AS $function$ select private.save_content_draft(content_id, kind, slug, body, version) $function$;
grant execute on function public.save_content_draft(uuid,text,text,jsonb,integer) to authenticated;

CREATE OR REPLACE FUNCTION public.set_public_fees(shown boolean)
 RETURNS void
 LANGUAGE sql
 SET search_path TO ''
AS $function$
  select private.set_public_fees(shown)
$function$;
grant execute on function public.set_public_fees(boolean) to authenticated;

CREATE OR REPLACE FUNCTION public.share_content_preview(content_id uuid)
 RETURNS TABLE(token uuid, valid_until timestamp with time zone)
 LANGUAGE sql
 SET search_path TO ''
AS $function$ select * from private.share_content_preview(content_id) $function$;
grant execute on function public.share_content_preview(uuid) to authenticated;

CREATE OR REPLACE FUNCTION public.unmark_phone_reminder(appointment_id uuid)
 RETURNS void
 LANGUAGE sql
 SET search_path TO ''
AS $function$
  select private.unmark_phone_reminder(appointment_id)
$function$;
grant execute on function public.unmark_phone_reminder(uuid) to authenticated;

CREATE OR REPLACE FUNCTION public.withdraw_content(content_id uuid)
 RETURNS void
 LANGUAGE sql
 SET search_path TO ''
AS $function$ select private.withdraw_content(content_id) $function$;
grant execute on function public.withdraw_content(uuid) to authenticated;

CREATE OR REPLACE FUNCTION public.write_patient_invitation(invitation_id uuid, token_hash text)
 RETURNS TABLE(first_name text, last_name text, inviter_first_name text, inviter_last_name text)
 LANGUAGE sql
 SET search_path TO ''
AS $function$
  select * from private.write_patient_invitation(invitation_id, token_hash)
$function$;
grant execute on function public.write_patient_invitation(uuid,text) to service_role;
