-- What `ridotto check` asks, as the role of the service.

-- name: check_role :one
-- Row: the role's name, its powers over the whole cluster or null, how many tables it owns or may act as the owner of, the server's
-- version, the server's clock.
SELECT current_user::text,
       (SELECT string_agg(power, ', ')
        FROM (VALUES (r.rolsuper, 'superuser'), (r.rolcreaterole, 'createrole'), (r.rolcreatedb, 'createdb'), (r.rolreplication, 'replication'),
                     (r.rolbypassrls, 'bypassrls')) AS v (has, power)
        WHERE has),
       (SELECT count(*) FROM pg_class c
        WHERE c.relnamespace = 'public'::regnamespace AND c.relkind IN ('r', 'p', 'v', 'm', 'S') AND pg_has_role(c.relowner, 'MEMBER')),
       current_setting('server_version_num')::integer,
       clock_timestamp()
FROM pg_roles r WHERE r.rolname = current_user;

-- name: check_rights :many
-- $1 text the rights that the role is to have, as in sql/rights.
-- Row: a right, and whether it lacks it; else it is one too many. What an extension brought counts for nothing.
WITH alien AS (SELECT objid FROM pg_depend WHERE deptype = 'e'),
     rel AS (SELECT oid, relname FROM pg_class
             WHERE relnamespace = 'public'::regnamespace AND relkind IN ('r', 'p', 'v', 'm') AND oid NOT IN (SELECT objid FROM alien)),
     held AS (
         SELECT kind || ' ' || relname AS what
         FROM rel, unnest(ARRAY['SELECT', 'INSERT', 'UPDATE', 'DELETE', 'TRUNCATE', 'REFERENCES', 'TRIGGER']) AS kind
         WHERE has_table_privilege(rel.oid, kind)
         UNION ALL
         SELECT kind || ' ' || relname || '.' || attname
         FROM rel JOIN pg_attribute ON attrelid = rel.oid AND attnum > 0 AND NOT attisdropped,
              unnest(ARRAY['SELECT', 'INSERT', 'UPDATE', 'REFERENCES']) AS kind
         WHERE has_column_privilege(rel.oid, attnum, kind) AND NOT has_table_privilege(rel.oid, kind)
         UNION ALL
         SELECT 'CALL ' || p.oid::regprocedure
         FROM pg_proc p
         WHERE p.pronamespace = 'public'::regnamespace AND p.oid NOT IN (SELECT objid FROM alien)
           AND EXISTS (SELECT FROM aclexplode(coalesce(p.proacl, acldefault('f', p.proowner))) AS a
                       WHERE a.grantee = 0 OR pg_has_role(a.grantee, 'USAGE'))
         UNION ALL
         SELECT 'CREATE public' WHERE has_schema_privilege('public', 'CREATE')
     ),
     wanted AS (SELECT what FROM regexp_split_to_table($1, '\n') AS what WHERE what <> '' AND what NOT LIKE '#%')
SELECT what, held.what IS NULL FROM held FULL JOIN wanted USING (what) WHERE held.what IS NULL OR wanted.what IS NULL ORDER BY 2 DESC, 1;

-- name: check_zones :many
-- Row: a time zone that members have chosen, how many of them.
SELECT zone, count(*) FROM person GROUP BY zone ORDER BY zone;
