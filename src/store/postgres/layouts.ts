/**
 * The adapter's own tables, as they came about; see the SQLite adapter's, which they follow. A step that was released
 * never changes again. `revision` counts the changes of a sandbox's records, `edition` those of anything else of it:
 * by them each process knows whether what it remembers is still true.
 */
export const layouts = [
  `
  create table ensayo_sandboxes(
    key bigint generated always as identity primary key, id text collate "C" not null unique, name text,
    created_at bigint not null, expires_at bigint, settings text not null,
    revision bigint not null default 0, edition bigint not null default 0
  );
  create table ensayo_users(
    sandbox bigint not null, id bigint not null, login text not null, name text not null, email text not null,
    disabled integer not null, permissions text not null, primary key(sandbox, id)
  );
  create table ensayo_keys(
    sandbox bigint not null, hash text collate "C" not null, user_id bigint not null, created_at bigint not null,
    expires_at bigint, primary key(sandbox, hash)
  );
  create unique index ensayo_live_keys on ensayo_keys(hash) where sandbox > 0;
  create table ensayo_counters(
    sandbox bigint not null, name text collate "C" not null, last bigint not null, primary key(sandbox, name)
  );
  create table ensayo_files(
    sandbox bigint not null, section text collate "C" not null, record_id bigint not null, position integer not null,
    name text not null, media_type text not null, content bytea not null,
    primary key(sandbox, section, record_id, position)
  );
  create table ensayo_sections(id text primary key, shape text not null);
  create table ensayo_snapshots(
    number bigint generated always as identity primary key, owner bigint not null, name text collate "C" not null,
    taken_at bigint not null, settings text not null, unique(owner, name)
  );
  -- Which records changed lately, so that what was counted need not be counted again.
  create table ensayo_changes(
    sandbox bigint not null, revision bigint not null, section text collate "C" not null, id bigint not null
  );
  create index ensayo_changes_since on ensayo_changes(sandbox, section, revision) include (id);
  create table ensayo_definitions(
    sandbox bigint not null, position bigint not null, kind text collate "C" not null, id text collate "C" not null,
    value text not null, primary key(sandbox, kind, id)
  );
  create table ensayo_webhooks(
    sandbox bigint not null, id text collate "C" not null, position bigint not null, enabled integer not null,
    in_order integer not null, failures bigint not null, configuration text not null, primary key(sandbox, id)
  );
  create table ensayo_deliveries(
    sandbox bigint not null, number bigint not null, webhook text collate "C" not null,
    record text collate "C" not null, created_at bigint not null, due_at bigint not null, open integer not null,
    state text collate "C" not null, lease_until bigint not null, attempts bigint not null, message_id text not null,
    event text not null, violations text, primary key(sandbox, number)
  ) with (fillfactor = 80);
  create index ensayo_open_deliveries on ensayo_deliveries(sandbox, webhook, due_at, number) where open = 1;
  create index ensayo_open_deliveries_of_record on ensayo_deliveries(sandbox, webhook, record, number) where open = 1;
  create index ensayo_claimed_deliveries on ensayo_deliveries(sandbox, lease_until) where state = 'claimed';
  create table ensayo_attempts(
    sandbox bigint not null, delivery bigint not null, position bigint not null, attempt text not null,
    primary key(sandbox, delivery, position)
  );
  `,
  // Who was not told of a restore sees here that there was one.
  'alter table ensayo_sandboxes add column restores bigint not null default 0',
]
