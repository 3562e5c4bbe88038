-- Live messages: schema realtime as a hosted project has it, made where absent, and the publications that are read from the WAL.
create schema if not exists realtime authorization supabase_realtime_admin;
grant usage on schema realtime to anon, authenticated, service_role, :migrator, dashboard_user;

-- Hosted cuts this table into days and drops old ones. Here it is one plain table: an insert can never miss its day,
-- the WAL carries one relation, policies see no difference, and the server deletes what is older than three days.
create table if not exists realtime.messages (
  topic text not null,
  extension text not null,
  payload jsonb,
  event text,
  private boolean default false,
  updated_at timestamp not null default now(),
  inserted_at timestamp not null default now(),
  id uuid not null default gen_random_uuid(),
  binary_payload bytea,
  primary key (id, inserted_at),
  constraint messages_payload_exclusive check (payload is null or binary_payload is null)
);
create index if not exists messages_inserted_at_topic_index on realtime.messages (inserted_at desc, topic)
  where extension = 'broadcast' and private is true;

alter table realtime.messages owner to supabase_realtime_admin;
alter table realtime.messages enable row level security;

-- Wide grants on purpose: policies decide who reads and writes which topic.
grant select, insert, update on realtime.messages to anon, authenticated, service_role;
grant all on realtime.messages to :migrator, dashboard_user;

-- The topic that is being joined or written to, for policies.
create or replace function realtime.topic() returns text language sql stable
return nullif(current_setting('realtime.topic', true), '');

-- The senders keep the caller's search_path, as on hosted, because policies and their functions run inside them.
-- A message that cannot be sent warns and never undoes the change it tells about.
create or replace function realtime.send(payload jsonb, event text, topic text, private boolean default true)
returns void language plpgsql as $$
declare
  message_id uuid := gen_random_uuid();
begin
  if (payload ? 'id') is not true then
    payload := jsonb_set(payload, '{id}', to_jsonb(message_id));
  end if;
  perform set_config('realtime.topic', topic, true);
  insert into realtime.messages (id, payload, event, topic, private, extension)
  values (message_id, payload, event, topic, private, 'broadcast');
exception when others then
  raise warning 'WarnSendingBroadcastMessage: %', sqlerrm;
end $$;

create or replace function realtime.send_binary(payload bytea, event text, topic text, private boolean default true)
returns void language plpgsql as $$
begin
  perform set_config('realtime.topic', topic, true);
  insert into realtime.messages (binary_payload, event, topic, private, extension)
  values (payload, event, topic, private, 'broadcast');
exception when others then
  raise warning 'WarnSendingBroadcastMessage: %', sqlerrm;
end $$;

-- For row triggers: sends the row before and after the change.
create or replace function realtime.broadcast_changes(
  topic_name text, event_name text, operation text, table_name text, table_schema text,
  new record, old record, level text default 'ROW'
) returns void language plpgsql as $$
begin
  if level = 'STATEMENT' then
    raise exception 'broadcast_changes needs a trigger for each row';
  end if;
  if operation is null or operation not in ('INSERT', 'UPDATE', 'DELETE') then
    raise exception 'broadcast_changes cannot tell about operation %', operation;
  end if;
  perform realtime.send(
    jsonb_build_object('old_record', old, 'record', new, 'operation', operation, 'table', table_name, 'schema', table_schema),
    event_name, topic_name
  );
end $$;

alter function realtime.topic() owner to supabase_realtime_admin;
alter function realtime.send(jsonb, text, text, boolean) owner to supabase_realtime_admin;
alter function realtime.send_binary(bytea, text, text, boolean) owner to supabase_realtime_admin;
alter function realtime.broadcast_changes(text, text, text, text, text, record, record, text) owner to supabase_realtime_admin;
grant execute on function
  realtime.topic(), realtime.send(jsonb, text, text, boolean), realtime.send_binary(bytea, text, text, boolean),
  realtime.broadcast_changes(text, text, text, text, text, record, record, text)
  to anon, authenticated, service_role, :migrator, dashboard_user;

-- Migrations choose the tables of the first; the second carries sent messages and leaves out their later deletion.
do $$
begin
  if not exists (select from pg_publication where pubname = 'supabase_realtime') then
    create publication supabase_realtime;
    alter publication supabase_realtime owner to :migrator;
  end if;
  if not exists (select from pg_publication where pubname = 'supabase_realtime_messages_publication') then
    create publication supabase_realtime_messages_publication for table realtime.messages with (publish = 'insert');
    alter publication supabase_realtime_messages_publication owner to supabase_realtime_admin;
  end if;
end $$;

-- The rest belongs to this server. It logs in as supabase_replication_admin, who owns nothing, and becomes the subscriber to
-- find out what the subscriber may see. No search_path is set here either: policies and their functions run inside.

-- The write-ahead log reports a commit before its rows are visible: waits until they are.
create or replace function _server.await_visible(transactions bigint[]) returns void
language plpgsql as $$
declare
  newest bigint := pg_snapshot_xmax(pg_current_snapshot())::text::bigint;
  deadline timestamptz := clock_timestamp() + interval '3 seconds';
  awaited xid8;
begin
  -- The log holds 32 of the 64 bits of a transaction number: the nearest to the newest is meant.
  for awaited in select (t + round((newest - t) / 4294967296.0)::bigint * 4294967296)::text::xid8 from unnest(transactions) as t loop
    while not pg_visible_in_snapshot(awaited, pg_current_snapshot()) loop
      if clock_timestamp() > deadline then
        raise exception 'a transaction is not visible yet' using errcode = 'lock_not_available';
      end if;
      perform pg_sleep(0.0005);
    end loop;
  end loop;
end $$;

drop function if exists _server.visible_changes(oid, text, jsonb, jsonb, jsonb, text[]);

-- The changed rows as JSON texts by column, each value rendered as to_jsonb does. `columns_sql` casts the values of a row, read from
-- the key 'new' of the change c, to the types the columns had then. Runs as the asker: types may live in schemas that only the asker
-- may use. A deletion cannot be checked against policies, so under them it tells the key alone.
create or replace function _server.render_changes(
  asker text, changes jsonb, columns_sql text, key text[], guarded boolean, out records text[], out old_records text[]
)
language plpgsql as $$
begin
  perform set_config('role', asker, true);
  execute format(
    $render$
      select array_agg(coalesce(pick.record, '{}') order by i), array_agg(coalesce(pick.old_record, '{}') order by i)
      from jsonb_array_elements($1) with ordinality as _changes (c, i),
        lateral (select %1$s) as _new, lateral (select %2$s) as _old,
        lateral (select
          (select jsonb_object_agg(e.key, e.value::text)::text from jsonb_each(to_jsonb(_new)) as e
           where c -> 'new' ? e.key and (not (c ->> 'large')::boolean or octet_length(e.value::text) <= 64)) as record,
          (select jsonb_object_agg(e.key, e.value::text)::text from jsonb_each(to_jsonb(_old)) as e
           where c -> 'old' ? e.key and (not (c ->> 'large')::boolean or octet_length(e.value::text) <= 64)
             and (c ->> 'type' <> 'DELETE' or not $2 or e.key = any ($3))) as old_record
        ) as pick
    $render$, columns_sql, replace(columns_sql, '(c #>> array[''new'', ', '(c #>> array[''old'', '))
  into records, old_records using changes, guarded, key;
  perform set_config('role', 'none', true);
end $$;

-- For each asker the numbers of the changes whose rows the policies let them read, as a JSON text. Each row is looked up by its key;
-- a deleted one is not there to be looked up and counts as seen.
create or replace function _server.check_changes(relation oid, asker text, changes jsonb, askers jsonb, key text[]) returns text
language plpgsql as $$
declare
  check_sql text;
  check_name text;
  keys jsonb[];
  one record;
  visible integer[];
  lists text[] := array[]::text[];
begin
  -- A scalar subquery stays a lookup by key for each change; a join might run the policy on every row of the table.
  select format(
    'select coalesce(array_agg(x._change), ''{}'') from jsonb_to_recordset($1) as x (_change integer, %s)
     where (select true from %s as t where %s)',
    string_agg(format('%I %s', a.attname, format_type(a.atttypid, -1)), ', ' order by a.attnum),
    relation::regclass,
    string_agg(format('t.%1$I = x.%1$I', a.attname), ' and ' order by a.attnum)
  ) into check_sql
  from pg_attribute a where a.attrelid = relation and a.attname = any (key);
  select array_agg(
    case when c ->> 'type' <> 'DELETE' then
      (select jsonb_object_agg(k, c -> 'new' -> k) from unnest(key) as k) || jsonb_build_object('_change', i - 1)
    end order by i
  ) into keys
  from jsonb_array_elements(changes) with ordinality as q (c, i);

  perform set_config('role', asker, true);
  -- Planned once per connection and role, not once per asker.
  check_name := 'changes ' || md5(asker || check_sql);
  if not exists (select from pg_prepared_statements p where p.name = check_name) then
    execute format('prepare %I (jsonb) as %s', check_name, check_sql);
  end if;
  for one in
    select a ->> 'claims' as claims, array(select jsonb_array_elements_text(a -> 'changes')::integer) as asked
    from jsonb_array_elements(askers) with ordinality as q (a, i) order by i
  loop
    perform set_config('request.jwt.claims', one.claims, true);
    execute format(
      'execute %I (%L)', check_name, to_jsonb(array(select keys[n + 1] from unnest(one.asked) as n where keys[n + 1] is not null))
    ) into visible;
    visible := visible || array(select n from unnest(one.asked) as n where keys[n + 1] is null);
    lists := lists || to_json(visible)::text;
  end loop;
  perform set_config('role', 'none', true);
  return '[' || array_to_string(lists, ',') || ']';
end $$;

-- Which of these changes of a table each asker may see, with what they are shown of it.
-- changes: [{type, transaction, new, old, large}], values as text of these types, which the columns had then;
-- askers: [{claims, changes: [index]}], all of one role.
create or replace function _server.visible_changes(
  relation oid, asker text, changes jsonb, types jsonb, askers jsonb
)
returns table (records text[], old_records text[], columns_shown text, key text[], problem text, seen text)
language plpgsql as $$
declare
  shown text[];
  guarded boolean;
  columns_sql text;
begin
  perform _server.await_visible(array(select distinct (c ->> 'transaction')::bigint from jsonb_array_elements(changes) as c));

  select c.relrowsecurity into guarded from pg_class c where c.oid = relation and has_schema_privilege(asker, c.relnamespace, 'USAGE');
  -- A role that may read nothing of the table is not told either that it changes.
  if not found or not has_any_column_privilege(asker, relation, 'SELECT') then return; end if;
  -- Locked before anything is looked at: to a statement that began earlier, a table that is being rewritten is empty afterwards.
  perform set_config('role', asker, true);
  execute format('select from %s limit 0', relation::regclass);
  perform set_config('role', 'none', true);
  select array_agg(a.attname::text order by a.attnum) into key
  from pg_index i join pg_attribute a on a.attrelid = i.indrelid and a.attnum = any (i.indkey)
  where i.indrelid = relation and i.indisprimary;
  select coalesce(json_agg(json_build_object('name', a.attname, 'type', t.typname) order by a.attnum)::text, '[]'),
    coalesce(array_agg(a.attname::text), '{}'),
    string_agg(format('(c #>> array[''new'', %1$L])::%2$s as %1$I',
      a.attname, format_type(coalesce((types ->> a.attname)::oid, a.atttypid), -1)), ', ')
  into columns_shown, shown, columns_sql
  from pg_attribute a join pg_type t on t.oid = a.atttypid
  where a.attrelid = relation and a.attnum > 0 and not a.attisdropped and has_column_privilege(asker, relation, a.attnum, 'SELECT');

  problem := case
    when key is null then 'Error 400: Bad Request, no primary key'
    when not key <@ shown then 'Error 401: Unauthorized'
    -- A partition without policies of its own, below a table that has some.
    when not guarded and exists (
      select from pg_partition_ancestors(relation) as p join pg_class c on c.oid = p.relid where c.relrowsecurity
    ) then 'Error 401: Unauthorized'
  end;
  if problem is null then
    select r.records, r.old_records into records, old_records
    from _server.render_changes(asker, changes, columns_sql, key, guarded) as r;
    -- Without policies every asker sees every change they asked about.
    seen := case when guarded then _server.check_changes(relation, asker, changes, askers, key)
      else (select json_agg(a -> 'changes' order by i)::text from jsonb_array_elements(askers) with ordinality as q (a, i)) end;
  end if;
  return next;
end $$;

-- The SQL of one condition on a value of this type; the condition was checked when the subscription was made.
create or replace function _server.filter_sql(tested text, type text, op text, value text, negate boolean) returns text
language sql immutable as $$
  select case op
    when 'is' then format('%s is %s%s', tested, case when negate then 'not ' else '' end, value)
    when 'isdistinct' then format('%s is %sdistinct from %L::%s', tested, case when negate then 'not ' else '' end, value, type)
    when 'in' then format('%s(%s = any (%L::%s[]))', case when negate then 'not ' else '' end, tested, value, type)
    else format('%s(%s %s %L::%s)', case when negate then 'not ' else '' end, tested,
      case op when 'eq' then '=' when 'neq' then '<>' when 'lt' then '<' when 'lte' then '<=' when 'gt' then '>' when 'gte' then '>='
        when 'like' then 'like' when 'ilike' then 'ilike' when 'match' then '~' when 'imatch' then '~*' end, value, type)
  end
$$;

drop function if exists _server.matching_rows(oid, text, jsonb, jsonb);

-- Which rows pass which of these filters, compared by PostgreSQL. rows: [{column: text}], of these types, which the columns had then;
-- filters: [[{column, op, value, negate}]].
create or replace function _server.matching_rows(relation oid, asker text, rows jsonb, types jsonb, filters jsonb) returns text
language plpgsql as $$
declare
  one jsonb;
  condition text;
  found_rows integer[];
  lists text[] := array[]::text[];
begin
  for one in select f from jsonb_array_elements(filters) with ordinality as q (f, i) order by i loop
    -- A column that is missing, was dropped or may not be read any more passes no filter.
    select string_agg(case when a.attname is null then 'false' else
        format('r ? %L and ', f ->> 'column') || _server.filter_sql(
          format('(r ->> %L)::%s', f ->> 'column', format_type(coalesce(t.oid, a.atttypid), -1)),
          format_type(coalesce(t.oid, a.atttypid), -1), f ->> 'op', f ->> 'value', (f ->> 'negate')::boolean)
      end, ' and ')
    into condition
    from jsonb_array_elements(one) as f
    left join pg_attribute a on a.attrelid = relation and a.attname = f ->> 'column' and a.attnum > 0 and not a.attisdropped
      and has_column_privilege(asker, relation, a.attnum, 'SELECT')
    left join pg_type t on t.oid = (types ->> a.attname)::oid;
    begin
      -- Types may be in schemas that only the asker may use.
      perform set_config('role', asker, true);
      execute format('select array_agg(i - 1) from jsonb_array_elements($1) with ordinality as q (r, i) where %s', condition)
      into found_rows using rows;
      perform set_config('role', 'none', true);
    exception when data_exception or undefined_function then
      -- The column had another type when the filter was made.
      found_rows := null;
    end;
    lists := lists || coalesce(to_json(found_rows)::text, '[]');
  end loop;
  return '[' || array_to_string(lists, ',') || ']';
end $$;

-- Runs a query that returns texts as the asker, because types may be in schemas that only the asker may use.
create or replace function _server.texts_as(asker text, query text) returns text[]
language plpgsql as $$
declare
  texts text[];
begin
  perform set_config('role', asker, true);
  execute query into texts;
  perform set_config('role', 'none', true);
  return texts;
end $$;

-- Whether somebody may subscribe like this; raises why not. Gives for each filter the type of its column and, where equal text
-- means equal value, the texts it compares with, as the write-ahead log writes them.
create or replace function _server.check_subscription(
  asker text, wanted_schema text, wanted_table text, filters jsonb, wanted_columns text[]
) returns jsonb
language plpgsql as $$
declare
  relation oid;
  f record;
  col text;
  comparison text;
  texts text[];
  checked jsonb := jsonb '[]';
  matched integer := 0;
begin
  for relation in
    select c.oid
    from pg_publication_tables p
    join pg_class c on c.relname = p.tablename join pg_namespace n on n.oid = c.relnamespace and n.nspname = p.schemaname
    where p.pubname = 'supabase_realtime' and (wanted_schema = '*' or p.schemaname = wanted_schema)
      and (wanted_table = '*' or p.tablename = wanted_table)
  loop
    matched := matched + 1;
    checked := jsonb '[]';
    for f in
      select q.f ->> 'column' as name, q.f ->> 'op' as op, q.f ->> 'value' as value,
        a.atttypid as type, format_type(a.atttypid, -1) as type_name,
        coalesce((select l.collisdeterministic from pg_collation l where l.oid = a.attcollation), true) and (
          t.typtype = 'e'
          or t.typname in ('bool', 'int2', 'int4', 'int8', 'oid', 'uuid', 'text', 'varchar', 'date', 'timestamp', 'timestamptz')
        ) as is_plain
      from jsonb_array_elements(filters) with ordinality as q (f, i)
      left join pg_attribute a on a.attrelid = relation and a.attname = q.f ->> 'column' and a.attnum > 0 and not a.attisdropped
        and has_column_privilege(asker, relation, a.attnum, 'SELECT')
      left join pg_type t on t.oid = a.atttypid
      order by q.i
    loop
      if f.type is null then raise exception 'invalid column for filter %', f.name; end if;
      texts := null;
      if f.op = 'is' then
        if f.value not in ('null', 'true', 'false', 'unknown') then
          raise exception 'invalid value for is filter: must be null, true, false, or unknown';
        elsif f.value <> 'null' and f.type <> 'boolean'::regtype then
          raise exception 'is % filter requires a boolean column, got %', f.value, f.type_name;
        end if;
      elsif f.op = 'in' then
        comparison := format('select coalesce(array_agg(format(''%%s'', v)), ''{}'') from unnest(%L::%s[]) as v', f.value, f.type_name);
        texts := _server.texts_as(asker, comparison);
        if cardinality(texts) > 100 then raise exception 'too many values for `in` filter. Maximum 100'; end if;
      else
        if f.op in ('like', 'ilike', 'match', 'imatch') and not exists (
          select from pg_operator o where o.oprname = case when f.op in ('like', 'ilike') then '~~' else '~' end and o.oprleft = f.type
        ) then
          raise exception 'operator % requires a text-compatible column type, got %', f.op, f.type_name;
        end if;
        if f.op in ('match', 'imatch') then perform '' ~ f.value; end if;
        -- The comparison itself, so that a type without it is found now.
        comparison := format('select array[format(''%%s'', %L::%s)] where (%s) is distinct from true', f.value, f.type_name,
          _server.filter_sql(format('null::%s', f.type_name), f.type_name, f.op, f.value, false));
        texts := _server.texts_as(asker, comparison);
      end if;
      checked := checked || jsonb_build_object(
        'type', f.type::bigint, 'texts', case when f.is_plain and f.op in ('eq', 'neq', 'in') then to_jsonb(texts) end);
    end loop;
    foreach col in array coalesce(wanted_columns, '{}') loop
      if not exists (
        select from pg_attribute a where a.attrelid = relation and a.attname = col and a.attnum > 0 and not a.attisdropped
          and has_column_privilege(asker, relation, a.attnum, 'SELECT')
      ) then
        raise exception 'invalid column for select %', col;
      end if;
    end loop;
  end loop;
  return case when matched > 0 then checked end;
end $$;

-- Checks all subscriptions of a channel at once: [{schema, table, filters, select}]. Returns for each what was found, or the problem.
create or replace function _server.check_subscriptions(asker text, wanted jsonb) returns jsonb
language plpgsql as $$
declare
  one jsonb;
  answers jsonb := jsonb '[]';
begin
  for one in select w from jsonb_array_elements(wanted) with ordinality as q (w, i) order by i loop
    begin
      answers := answers || jsonb_build_object('checked', _server.check_subscription(
        asker, one ->> 'schema', one ->> 'table', one -> 'filters',
        case when jsonb_typeof(one -> 'select') = 'array' then array(select jsonb_array_elements_text(one -> 'select')) end
      ));
    -- The function's own errors, or a value that does not fit its column.
    exception when raise_exception or data_exception or syntax_error_or_access_rule_violation then
      return answers || jsonb_build_object('problem', sqlerrm);
    end;
  end loop;
  return answers;
end $$;

-- Definer: the rows that policies are checked on must exist, whoever asks.
create or replace function _server.insert_probes(topic text, extensions text[]) returns uuid[]
language sql security definer set search_path = '' as $$
  with probes as (
    insert into realtime.messages (topic, extension) select insert_probes.topic, e from unnest(extensions) as e returning id
  )
  select array_agg(id) from probes
$$;

-- Which kinds of messages somebody may read on a topic, by the policies on realtime.messages. The probes are rolled back.
create or replace function _server.readable_extensions(topic text, asker text, claims text, extensions text[]) returns text[]
language plpgsql as $$
declare
  probes uuid[];
  readable text[];
begin
  begin
    probes := _server.insert_probes(topic, extensions);
    perform set_config('realtime.topic', topic, true), set_config('request.jwt.claims', claims, true), set_config('role', asker, true);
    select array_agg(m.extension) into readable from realtime.messages m where m.id = any (probes);
    raise exception using errcode = 'RT000', message = 'undone';
  exception when sqlstate 'RT000' then null;
  end;
  return coalesce(readable, '{}');
end $$;

create or replace function _server.writable_extensions(topic text, asker text, claims text, extensions text[]) returns text[]
language plpgsql as $$
declare
  each_extension text;
  writable text[] := array[]::text[];
begin
  foreach each_extension in array extensions loop
    begin
      perform set_config('realtime.topic', topic, true), set_config('request.jwt.claims', claims, true), set_config('role', asker, true);
      insert into realtime.messages (topic, extension) values (writable_extensions.topic, each_extension);
      writable := writable || each_extension;
      raise exception using errcode = 'RT000', message = 'undone';
    exception when sqlstate 'RT000' or insufficient_privilege then null;
    end;
  end loop;
  return writable;
end $$;

-- Definer: the server's own login may not read accounts.
create or replace function _server.ended_sessions(open uuid[]) returns uuid[]
language sql stable security definer set search_path = '' as $$
  select coalesce(pg_catalog.array_agg(o.id), '{}')
  from pg_catalog.unnest(open) as o (id)
  where not exists (
    select from auth.sessions s join auth.users u on u.id = s.user_id
    where s.id = o.id and u.deleted_at is null and (u.banned_until is null or u.banned_until < pg_catalog.now())
      and (s.not_after is null or s.not_after > pg_catalog.now())
  )
$$;

-- Definer: somebody who has joined a private topic gets the last messages the database sent there.
create or replace function _server.sent_messages(wanted_topic text, since timestamp, most integer)
returns table (id uuid, event text, payload text, binary_payload bytea)
language sql stable security definer set search_path = '' as $$
  select m.id, m.event, m.payload::text, m.binary_payload
  from (
    select * from realtime.messages m
    where m.topic = wanted_topic and m.private and m.extension = 'broadcast' and m.inserted_at >= since
    order by m.inserted_at desc limit most
  ) as m
  order by m.inserted_at
$$;

-- Definer: nobody may delete messages. In portions, so that none takes long.
create or replace function _server.delete_old_messages(most integer) returns integer
language sql security definer set search_path = '' as $$
  with gone as (
    delete from realtime.messages m
    where (m.id, m.inserted_at) in (
      select o.id, o.inserted_at from realtime.messages o where o.inserted_at < localtimestamp - interval '3 days' limit most
    )
    returning 1
  )
  select count(*)::integer from gone
$$;

-- The owner of the messages, not the administrator: a project may hang triggers on them.
alter function _server.insert_probes(text, text[]) owner to supabase_realtime_admin;
alter function _server.sent_messages(text, timestamp, integer) owner to supabase_realtime_admin;
alter function _server.delete_old_messages(integer) owner to supabase_realtime_admin;

do $$
declare
  ours regprocedure;
begin
  foreach ours in array array[
    '_server.await_visible(bigint[])', '_server.render_changes(text, jsonb, text, text[], boolean)',
    '_server.check_changes(oid, text, jsonb, jsonb, text[])', '_server.visible_changes(oid, text, jsonb, jsonb, jsonb)',
    '_server.filter_sql(text, text, text, text, boolean)', '_server.texts_as(text, text)', '_server.matching_rows(oid, text, jsonb, jsonb, jsonb)',
    '_server.check_subscription(text, text, text, jsonb, text[])', '_server.check_subscriptions(text, jsonb)', '_server.insert_probes(text, text[])',
    '_server.readable_extensions(text, text, text, text[])', '_server.writable_extensions(text, text, text, text[])',
    '_server.ended_sessions(uuid[])', '_server.sent_messages(text, timestamp, integer)', '_server.delete_old_messages(integer)'
  ]::regprocedure[] loop
    execute format('revoke all on function %s from public', ours);
    execute format('grant execute on function %s to supabase_replication_admin', ours);
  end loop;
end $$;
grant usage on schema _server to supabase_replication_admin;
