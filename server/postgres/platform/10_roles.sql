-- The roles, schemas and extensions that a hosted Supabase database brings, made when absent.
-- Runs as superuser. `:migrator` stands for the role that runs migrations: no superuser here either.
create schema if not exists _server;
create schema if not exists extensions;

create extension if not exists pgcrypto with schema extensions;
create extension if not exists "uuid-ossp" with schema extensions;

do $$
declare
  wanted record;
begin
  for wanted in
    select *
    from (values
      ('anon', 'nologin noinherit'),
      ('authenticated', 'nologin noinherit'),
      ('service_role', 'nologin noinherit bypassrls'),
      ('authenticator', 'login noinherit'),
      ('supabase_auth_admin', 'nologin noinherit createrole'),
      ('supabase_storage_admin', 'nologin noinherit createrole'),
      ('supabase_realtime_admin', 'nologin noinherit'),
      ('supabase_replication_admin', 'login replication noinherit'),
      ('dashboard_user', 'nologin createrole createdb')
    ) as roles (name, attributes)
  loop
    if not exists (select from pg_roles where rolname = wanted.name) then
      execute format('create role %I %s', wanted.name, wanted.attributes);
    end if;
  end loop;
end $$;

grant anon, authenticated, service_role to authenticator;
grant anon, authenticated, service_role to supabase_replication_admin;
grant anon, authenticated, service_role, authenticator to :migrator with admin option;
-- Hosted lets this role write policies on tables it does not own; here membership does, and the guard below takes back the rest.
grant supabase_storage_admin, supabase_realtime_admin to :migrator;

grant usage, create on schema public to :migrator with grant option;
grant usage on schema public to anon, authenticated, service_role;
grant usage on schema extensions to anon, authenticated, service_role, :migrator;

-- As wide as on hosted, so that a migration which forgets to be narrow is caught by a test here, not there.
alter default privileges for role :migrator in schema public grant all on tables to anon, authenticated, service_role;
alter default privileges for role :migrator in schema public grant all on sequences to anon, authenticated, service_role;
alter default privileges for role :migrator in schema public grant all on functions to anon, authenticated, service_role;

alter default privileges in schema public grant all on tables to anon, authenticated, service_role;
alter default privileges in schema public grant all on sequences to anon, authenticated, service_role;
alter default privileges in schema public grant all on functions to anon, authenticated, service_role;

-- Hosted lets this role configure the REST API: alter role authenticator set pgrst.….
do $$
declare
  setting text;
begin
  foreach setting in array array[
    'db_aggregates_enabled', 'db_extra_search_path', 'db_max_rows', 'db_plan_enabled', 'db_pre_request', 'db_schemas', 'db_timezone_enabled',
    'db_tx_end', 'jwt_aud', 'jwt_role_claim_key', 'jwt_secret', 'openapi_mode', 'server_cors_allowed_origins', 'server_timing_enabled',
    'server_trace_header'
  ] loop
    execute format('grant set on parameter pgrst.%I to :migrator', setting);
  end loop;
end $$;

-- The REST API learns of tables and functions that are made outside migrations, as on hosted.
create or replace function _server.reload_rest_schema() returns event_trigger
language plpgsql set search_path = '' as $$
begin
  if tg_event = 'sql_drop' then
    perform from pg_catalog.pg_event_trigger_dropped_objects() where not is_temporary;
  else
    perform from pg_catalog.pg_event_trigger_ddl_commands() where schema_name is distinct from 'pg_temp';
  end if;
  if found then
    notify pgrst, 'reload schema';
  end if;
end $$;

do $$
begin
  if not exists (select from pg_event_trigger where evtname = 'reload_rest_schema_on_change') then
    create event trigger reload_rest_schema_on_change on ddl_command_end
      when tag in (
        'CREATE SCHEMA', 'ALTER SCHEMA', 'CREATE TABLE', 'CREATE TABLE AS', 'SELECT INTO', 'ALTER TABLE', 'CREATE FOREIGN TABLE',
        'ALTER FOREIGN TABLE', 'CREATE VIEW', 'ALTER VIEW', 'CREATE MATERIALIZED VIEW', 'ALTER MATERIALIZED VIEW', 'CREATE FUNCTION',
        'ALTER FUNCTION', 'CREATE TYPE', 'ALTER TYPE', 'CREATE RULE', 'COMMENT'
      )
      execute function _server.reload_rest_schema();
    create event trigger reload_rest_schema_on_drop on sql_drop execute function _server.reload_rest_schema();
  end if;
end $$;

-- Migrations may hang triggers and policies on the platform's tables and reference them, and change nothing else there, as on hosted.
create or replace function _server.keep_platform_schemas() returns event_trigger
language plpgsql set search_path = '' as $$
declare
  touched record;
begin
  if (select rolsuper from pg_catalog.pg_roles where rolname = current_user) then
    return;
  end if;
  if tg_event = 'sql_drop' then
    select object_identity into touched from pg_catalog.pg_event_trigger_dropped_objects()
    where schema_name in ('auth', 'storage', 'realtime', '_server') and object_type not in ('policy', 'trigger');
  else
    select object_identity into touched from pg_catalog.pg_event_trigger_ddl_commands()
    where schema_name in ('auth', 'storage', 'realtime', '_server');
  end if;
  if found then
    raise exception '% belongs to the platform: hosted Supabase refuses to change it', touched.object_identity
      using errcode = 'insufficient_privilege';
  end if;
end $$;

do $$
begin
  if not exists (select from pg_event_trigger where evtname = 'keep_platform_schemas_on_change') then
    create event trigger keep_platform_schemas_on_change on ddl_command_end execute function _server.keep_platform_schemas();
    create event trigger keep_platform_schemas_on_drop on sql_drop execute function _server.keep_platform_schemas();
  end if;
end $$;
