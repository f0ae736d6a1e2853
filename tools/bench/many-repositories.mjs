import { execFile } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { randomUUID } from 'node:crypto';
import { columnsOf } from './people-data.mjs';

const run = promisify(execFile);

/** @import { Bench } from './bench.mjs' */

/** Where a storage node keeps a repository. @param {string} data @param {string} uuid @param {string} kind */
const placeOf = (data, uuid, kind) => join(data, uuid.slice(-2), uuid.slice(-4, -2), `${uuid}.${kind}`);

/** @param {number} number */
export const idOf = (number) => `many-${number}`;

/** At once. */
const together = 500;

/**
 * Copies of a repository, `many-1` and so on: their files are links, their rows differ in uuid and id only. To make
 * them by requests would take an hour.
 * @param {Pick<Bench, 'directory' | 'installation'>} bench
 * @param {string} kind
 * @param {string} uuid of the template, which nobody writes to any more
 * @param {number} count
 */
export const makeMany = async ({ installation, directory }, kind, uuid, count) => {
  const data = join(installation.home, 'data/repository');
  const uuids = Array.from({ length: count }, randomUUID);
  const places = uuids.map((each) => placeOf(data, each, kind));
  for (const place of places) mkdirSync(dirname(place), { recursive: true });
  const script = join(directory, `copies-${kind}.sh`);
  writeFileSync(script, 'from=$1; shift; for to; do cp -al "$from" "$to" || exit 1; done\n');
  for (let at = 0; at < count; at += together)
    await run('sh', [script, placeOf(data, uuid, kind), ...places.slice(at, at + together)]);
  const client = await installation.database();
  try {
    const columns = await columnsOf(client, 'repository', 'repository');
    await client.query(
      `insert into repository.repository (${columns.join(', ')})
       select ${columns.map((name) => `copy.${name}`).join(', ')}
         from (select to_jsonb(original) as row from repository.repository as original where uuid = $1) as source,
              unnest($2::uuid[]) with ordinality as made(uuid, number),
              jsonb_populate_record(null::repository.repository,
                source.row || jsonb_build_object('uuid', made.uuid, 'id', 'many-' || made.number)) as copy`,
      [uuid, uuids],
    );
    await client.query('vacuum analyze repository.repository');
  } finally {
    await client.end();
  }
};
