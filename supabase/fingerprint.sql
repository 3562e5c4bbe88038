-- The schema as one hash per object, whatever way it came about: `baseline.json` holds the result for the state that the baseline stands
-- for. Names of owners and holes left by dropped columns do not count. Runs on hosted Supabase too, in the SQL editor or with psql.
-- An empty search path, so that names in definitions are always written in full.
set search_path = '';

with schemas as (
  select n.oid, n.nspname, n.nspowner, n.nspacl from pg_catalog.pg_namespace n where n.nspname in ('public', 'private')
),
relations as (
  select c.oid, c.oid::regclass::text as name, c.relkind, c.relowner, c.relacl, c.relpersistence, c.relreplident,
    c.relrowsecurity, c.relforcerowsecurity, c.reloptions, c.reltoastrelid
  from pg_catalog.pg_class c join schemas s on s.oid = c.relnamespace
  where c.relkind in ('r', 'p', 'v', 'm', 'S')
),
grants as (
  select 'pg_class'::regclass as class, r.oid, r.relowner as owner, 0 as part,
    coalesce(r.relacl, acldefault(case r.relkind when 'S' then 's' else 'r' end::"char", r.relowner)) as acl
  from relations r
  union all
  select 'pg_class'::regclass, r.oid, r.relowner, a.attnum, a.attacl
  from relations r join pg_catalog.pg_attribute a on a.attrelid = r.oid where a.attacl is not null
  union all
  select 'pg_proc'::regclass, p.oid, p.proowner, 0, coalesce(p.proacl, acldefault('f', p.proowner))
  from pg_catalog.pg_proc p join schemas s on s.oid = p.pronamespace
  union all
  select 'pg_namespace'::regclass, s.oid, s.nspowner, 0, coalesce(s.nspacl, acldefault('n', s.nspowner)) from schemas s
  union all
  select 'pg_type'::regclass, t.oid, t.typowner, 0, coalesce(t.typacl, acldefault('T', t.typowner))
  from pg_catalog.pg_type t join schemas s on s.oid = t.typnamespace
  union all
  select 'pg_default_acl'::regclass, d.oid, d.defaclrole, 0, d.defaclacl from pg_catalog.pg_default_acl d
),
-- Without what owners grant themselves.
granted as (
  select g.class, g.oid, g.part,
    string_agg(
      concat_ws(' ', case when e.grantee = 0 then 'public' else pg_get_userbyid(e.grantee) end, e.privilege_type, case when e.is_grantable then 'grantable' end),
      ', ' order by case when e.grantee = 0 then 'public' else pg_get_userbyid(e.grantee) end collate "C", e.privilege_type collate "C"
    ) as text
  from grants g, aclexplode(g.acl) e
  where e.grantee <> g.owner
  group by g.class, g.oid, g.part
),
comments as (
  select d.classoid, d.objoid, d.objsubid, d.description as text from pg_catalog.pg_description d
),
extension_members as (
  select d.classid, d.objid from pg_catalog.pg_depend d where d.deptype = 'e'
),
objects (name, definition) as (
  select 'schema ' || s.nspname, concat_ws(E'\n', g.text, c.text)
  from schemas s
  left join granted g on g.class = 'pg_namespace'::regclass and g.oid = s.oid
  left join comments c on c.classoid = 'pg_namespace'::regclass and c.objoid = s.oid
  -- The platform made it.
  where s.nspname <> 'public'

  union all
  select 'default privileges ' || coalesce(n.nspname, 'everywhere') || ' ' || d.defaclobjtype::text, coalesce(g.text, '')
  from pg_catalog.pg_default_acl d
  left join pg_catalog.pg_namespace n on n.oid = d.defaclnamespace
  left join granted g on g.class = 'pg_default_acl'::regclass and g.oid = d.oid
  where d.defaclrole = (select s.nspowner from schemas s where s.nspname = 'private')
    -- In a schema they only add: one without grants is none.
    and (d.defaclnamespace = 0 or (d.defaclnamespace in (select s.oid from schemas s) and g.text is not null))

  union all
  select 'extension ' || e.extname, e.extnamespace::regnamespace::text
  from pg_catalog.pg_extension e where e.extname in ('btree_gist', 'pg_trgm')

  union all
  select 'type ' || t.oid::regtype,
    concat_ws(
      E'\n', t.typtype, t.typbasetype::regtype, t.typnotnull, t.typdefault,
      (select string_agg(e.enumlabel, ', ' order by e.enumsortorder) from pg_catalog.pg_enum e where e.enumtypid = t.oid),
      (
        select string_agg(concat_ws(' ', a.attname, format_type(a.atttypid, a.atttypmod)), ', ' order by a.attnum)
        from pg_catalog.pg_attribute a where a.attrelid = t.typrelid and a.attnum > 0 and not a.attisdropped
      ),
      (select string_agg(pg_get_constraintdef(k.oid), ', ' order by k.conname) from pg_catalog.pg_constraint k where k.contypid = t.oid),
      g.text, c.text
    )
  from pg_catalog.pg_type t
  join schemas s on s.oid = t.typnamespace
  left join granted g on g.class = 'pg_type'::regclass and g.oid = t.oid
  left join comments c on c.classoid = 'pg_type'::regclass and c.objoid = t.oid
  -- Those of tables, and arrays, come with them.
  where t.typelem = 0 and (t.typrelid = 0 or exists (select from pg_catalog.pg_class r where r.oid = t.typrelid and r.relkind = 'c'))
    and not exists (select from extension_members x where x.classid = 'pg_type'::regclass and x.objid = t.oid)

  union all
  select case r.relkind when 'v' then 'view ' when 'm' then 'view ' when 'S' then 'sequence ' else 'table ' end || r.name,
    concat_ws(
      E'\n', r.relkind, r.relpersistence, r.relreplident, r.relrowsecurity, r.relforcerowsecurity, r.reloptions,
      (select t.reloptions::text from pg_catalog.pg_class t where t.oid = r.reltoastrelid),
      (select string_agg(i.inhparent::regclass::text, ', ' order by i.inhseqno) from pg_catalog.pg_inherits i where i.inhrelid = r.oid),
      case when r.relkind in ('v', 'm') then pg_get_viewdef(r.oid) end,
      (
        select concat_ws(' ', q.seqtypid::regtype, q.seqstart, q.seqincrement, q.seqmin, q.seqmax, q.seqcache, q.seqcycle)
        from pg_catalog.pg_sequence q where q.seqrelid = r.oid
      ),
      g.text, c.text
    )
  from relations r
  left join granted g on g.class = 'pg_class'::regclass and g.oid = r.oid and g.part = 0
  left join comments c on c.classoid = 'pg_class'::regclass and c.objoid = r.oid and c.objsubid = 0

  union all
  select 'column ' || r.name || '.' || a.attname,
    concat_ws(
      E'\n', row_number() over (partition by r.oid order by a.attnum), format_type(a.atttypid, a.atttypmod), a.attnotnull, a.attidentity,
      a.attgenerated, a.attstorage, a.attcompression, a.attstattarget, a.attoptions, a.attislocal, a.attinhcount,
      case when a.attcollation <> t.typcollation then a.attcollation::regcollation end,
      pg_get_expr(d.adbin, d.adrelid), g.text, c.text
    )
  from relations r
  join pg_catalog.pg_attribute a on a.attrelid = r.oid and a.attnum > 0 and not a.attisdropped
  join pg_catalog.pg_type t on t.oid = a.atttypid
  left join pg_catalog.pg_attrdef d on d.adrelid = r.oid and d.adnum = a.attnum
  left join granted g on g.class = 'pg_class'::regclass and g.oid = r.oid and g.part = a.attnum
  left join comments c on c.classoid = 'pg_class'::regclass and c.objoid = r.oid and c.objsubid = a.attnum
  where r.relkind <> 'S'

  union all
  select 'constraint ' || r.name || ' ' || k.conname,
    concat_ws(E'\n', pg_get_constraintdef(k.oid), k.connoinherit, k.conislocal, k.coninhcount, c.text)
  from relations r
  join pg_catalog.pg_constraint k on k.conrelid = r.oid and k.contype <> 't'
  left join comments c on c.classoid = 'pg_constraint'::regclass and c.objoid = k.oid

  -- In the order of their creation: of several that a row breaks, the first one names the error.
  union all
  select 'indexes ' || r.name,
    string_agg(concat_ws(' ', pg_get_indexdef(i.indexrelid), i.indisvalid, i.indisreplident, i.indisclustered, c.text), E'\n' order by i.indexrelid)
  from relations r
  join pg_catalog.pg_index i on i.indrelid = r.oid
  left join comments c on c.classoid = 'pg_class'::regclass and c.objoid = i.indexrelid and c.objsubid = 0
  group by r.name

  union all
  select 'statistics ' || r.name || ' ' || x.stxname, concat_ws(E'\n', pg_get_statisticsobjdef(x.oid), x.stxstattarget)
  from relations r join pg_catalog.pg_statistic_ext x on x.stxrelid = r.oid

  -- Those on tables of the platform too.
  union all
  select 'policy ' || p.polrelid::regclass || ' ' || p.polname,
    concat_ws(
      E'\n', p.polcmd, p.polpermissive,
      (
        select string_agg(case when m.id = 0 then 'public' else pg_get_userbyid(m.id) end, ', ' order by case when m.id = 0 then 'public' else pg_get_userbyid(m.id) end collate "C")
        from unnest(p.polroles) as m (id)
      ),
      'using ' || pg_get_expr(p.polqual, p.polrelid), 'check ' || pg_get_expr(p.polwithcheck, p.polrelid), c.text
    )
  from pg_catalog.pg_policy p
  left join comments c on c.classoid = 'pg_policy'::regclass and c.objoid = p.oid

  union all
  select 'trigger ' || t.tgrelid::regclass || ' ' || t.tgname, concat_ws(E'\n', pg_get_triggerdef(t.oid), t.tgenabled, c.text)
  from pg_catalog.pg_trigger t
  join pg_catalog.pg_proc p on p.oid = t.tgfoid
  join schemas s on s.oid = p.pronamespace
  left join comments c on c.classoid = 'pg_trigger'::regclass and c.objoid = t.oid
  where not t.tgisinternal

  union all
  select 'function ' || p.oid::regprocedure, concat_ws(E'\n', pg_get_functiondef(p.oid), g.text, c.text)
  from pg_catalog.pg_proc p
  join schemas s on s.oid = p.pronamespace
  left join granted g on g.class = 'pg_proc'::regclass and g.oid = p.oid
  left join comments c on c.classoid = 'pg_proc'::regclass and c.objoid = p.oid
  where p.prokind in ('f', 'p')
    and not exists (select from extension_members x where x.classid = 'pg_proc'::regclass and x.objid = p.oid)

  union all
  select 'publication ' || p.pubname, concat_ws(' ', p.pubinsert, p.pubupdate, p.pubdelete, p.pubtruncate, p.pubviaroot, p.puballtables)
  from pg_catalog.pg_publication p where p.pubname = 'supabase_realtime'

  union all
  select 'publication ' || p.pubname || ' ' || t.prrelid::regclass, concat_ws(E'\n', t.prattrs, pg_get_expr(t.prqual, t.prrelid))
  from pg_catalog.pg_publication p join pg_catalog.pg_publication_rel t on t.prpubid = p.oid
  where p.pubname = 'supabase_realtime'

  -- The rows that migrations write. Not the time zones, which are those of the server, nor keys, which are random.
  union all
  select 'row storage.buckets ' || b.id, concat_ws(E'\n', b.name, b.public, b.file_size_limit, b.allowed_mime_types) from storage.buckets b
  union all
  select 'row private.scheduled_functions ' || f.name, to_jsonb(f)::text from private.scheduled_functions f
  union all
  select 'row private.retention_periods ' || p.what, to_jsonb(p)::text from private.retention_periods p
  -- People may have changed these since: they are compared in a new database only.
  union all
  select 'initial row private.second_factor_settings', to_jsonb(f)::text from private.second_factor_settings f
  union all
  select 'initial row public.specialties ' || s.code, to_jsonb(s)::text from public.specialties s
  union all
  select 'initial rows private.specialty_terms', string_agg(to_jsonb(t)::text, E'\n' order by t.code collate "C", t.term collate "C")
  from private.specialty_terms t
)
select o.name, left(encode(sha256(convert_to(o.definition, 'UTF8')), 'hex'), 16) as hash
from objects o
order by o.name collate "C";
