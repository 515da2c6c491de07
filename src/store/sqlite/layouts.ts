/**
 * The adapter's own tables, as they came about: a new file goes through all steps, an older one through those it
 * lacks. A step that was released never changes again.
 *
 * Rows belong to a sandbox by its key, a number above 0; the rows of a snapshot have the snapshot's number, negative.
 * Every table whose rows belong to one says so in a column `sandbox` (of sections: `ensayo_sandbox`), and is copied
 * and cleared with it, whatever else it holds.
 */
export const layouts = [
  `
  create table ensayo_sandboxes(key integer primary key, id text not null unique);
  create table ensayo_users(
    sandbox integer not null, id integer not null, login text not null, name text not null, email text not null,
    disabled integer not null, permissions text not null, primary key(sandbox, id)
  ) without rowid;
  create table ensayo_keys(
    hash text not null primary key, sandbox integer not null, user_id integer not null
  ) without rowid;
  create table ensayo_counters(
    sandbox integer not null, name text not null, last integer not null, primary key(sandbox, name)
  ) without rowid;
  create table ensayo_files(
    sandbox integer not null, section text not null, record_id integer not null, position integer not null,
    name text not null, media_type text not null, content blob not null
  );
  create unique index ensayo_files_of_record on ensayo_files(sandbox, section, record_id, position);
  create table ensayo_sections(id text not null primary key, shape text not null, list_tables text not null)
    without rowid;
  `,
  `
  alter table ensayo_sandboxes add column name text;
  alter table ensayo_sandboxes add column created_at integer not null default 0;
  alter table ensayo_sandboxes add column expires_at integer;
  alter table ensayo_sandboxes add column settings text not null default '{}';
  create table ensayo_snapshots(
    number integer primary key, owner integer not null, name text not null, taken_at integer not null,
    settings text not null, unique(owner, name)
  );

  alter table ensayo_keys rename to ensayo_keys_before;
  create table ensayo_keys(
    sandbox integer not null, hash text not null, user_id integer not null, created_at integer not null,
    expires_at integer, primary key(sandbox, hash)
  ) without rowid;
  insert into ensayo_keys(sandbox, hash, user_id, created_at) select sandbox, hash, user_id, 0 from ensayo_keys_before;
  drop table ensayo_keys_before;
  create unique index ensayo_live_keys on ensayo_keys(hash) where sandbox > 0;

  create table ensayo_definitions(
    sandbox integer not null, position integer not null, kind text not null, id text not null, value text not null,
    primary key(sandbox, kind, id)
  ) without rowid;
  create table ensayo_webhooks(
    sandbox integer not null, id text not null, position integer not null, enabled integer not null,
    in_order integer not null, failures integer not null, configuration text not null, primary key(sandbox, id)
  ) without rowid;

  create table ensayo_deliveries(
    sandbox integer not null, number integer not null, webhook text not null, record text not null,
    created_at integer not null, due_at integer not null, open integer not null, state text not null,
    lease_until integer not null, attempts integer not null, message_id text not null, event text not null,
    violations text, unique(sandbox, number)
  );
  create index ensayo_open_deliveries on ensayo_deliveries(sandbox, webhook, due_at, number) where open = 1;
  create index ensayo_open_deliveries_of_record on ensayo_deliveries(sandbox, webhook, record, number) where open = 1;
  create index ensayo_claimed_deliveries on ensayo_deliveries(sandbox, lease_until) where state = 'claimed';
  create table ensayo_attempts(
    sandbox integer not null, delivery integer not null, position integer not null, attempt text not null,
    primary key(sandbox, delivery, position)
  ) without rowid;
  `,
  // Attempts in the order in which they were made: one that goes between others would have pages split.
  `
  alter table ensayo_attempts rename to ensayo_attempts_before;
  create table ensayo_attempts(
    sandbox integer not null, delivery integer not null, position integer not null, attempt text not null
  );
  create unique index ensayo_attempts_of_delivery on ensayo_attempts(sandbox, delivery, position);
  insert into ensayo_attempts(sandbox, delivery, position, attempt)
    select sandbox, delivery, position, attempt from ensayo_attempts_before;
  drop table ensayo_attempts_before;
  `,
  // Claims are in memory; only deliveries of webhooks in order have a turn, which is their record; the attempts of a
  // delivery are in the order of their rows.
  `
  update ensayo_deliveries set state = 'waiting' where state = 'claimed';
  drop index ensayo_claimed_deliveries;
  drop index ensayo_open_deliveries_of_record;
  alter table ensayo_deliveries add column turn text;
  update ensayo_deliveries set turn = record where exists (select 1 from ensayo_webhooks w
    where w.sandbox = ensayo_deliveries.sandbox and w.id = ensayo_deliveries.webhook and w.in_order = 1);
  create index ensayo_turns on ensayo_deliveries(sandbox, webhook, turn, number) where open = 1 and turn is not null;
  alter table ensayo_attempts rename to ensayo_attempts_before;
  create table ensayo_attempts(sandbox integer not null, delivery integer not null, attempt text not null);
  insert into ensayo_attempts(sandbox, delivery, attempt)
    select sandbox, delivery, attempt from ensayo_attempts_before order by sandbox, delivery, position;
  drop table ensayo_attempts_before;
  create index ensayo_attempts_of_delivery on ensayo_attempts(sandbox, delivery);
  `,
]
