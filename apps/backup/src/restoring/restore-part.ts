import { openNewArtifacts } from '../blob-stores.js';
import { blobsOf, type CopiedBlob } from '../blobs/blob-copy.js';
import { restoreBlobs, type BlobRestore } from '../blobs/blob-restore.js';
import { artifactRows, companyRows, oneRepositoryRows } from '../database/owned-rows.js';
import { PartRestore } from '../database/part-restore.js';
import {
  anyReportCounts,
  atPresentNodes,
  blobsOfRepositories,
  botKeysOfCompany,
  companyById,
  endingKeysOfCompany,
  filesOfNow,
  freshIndexes,
  keptAnswersBeside,
  laterRepositories,
  livingProject,
  otherCompany,
  otherRepository,
  projectById,
  repositoryById,
  restoredRepositories,
} from '../database/part-restore.query.js';
import { stopMirrorsOf } from '../database/stopped-mirrors.query.js';
import { placeOf, type Installation } from '../installation/installation.js';
import { inDirectories } from '../making/directory-kinds.js';
import { readManifest, type Manifest } from '../making/manifest.js';
import { ReachedNodes } from '../nodes/reached-nodes.js';
import { untilUnreadable } from '../vault/readable.js';
import type { Vault } from '../vault/vault.js';
import { Drafts, type RestoredPlace } from './drafts.js';
import type { RestoreOptions, Restored } from './restore-everything.js';
import { markRestore, refuseOtherRestore, unmarkRestore } from './restore-mark.js';

/** What is restored: a company by its id, or one repository by `company/project/repository`. */
export type Part = { company: string } | { repository: string };

/**
 * Puts a company, or one repository, back to what it was in a backup; all else stays as it is. The installation does
 * not run. Rows, files and blobs of it that came later go. It may be repeated. Of a company what cannot be read of one
 * repository or artifact keeps none of the others away.
 * @throws Error where the backup has none of it, or another one has its id now, or the restore of something else was
 * cut off; then nothing has changed
 */
export const restorePart = async (
  installation: Installation,
  vault: Vault,
  part: Part,
  { id, keepsBotKeys, keepsMirrors, tell }: RestoreOptions,
): Promise<Restored> => {
  const advice = 'company' in part ? `the company ${part.company}` : `the repository ${part.repository}`;
  await refuseOtherRestore(installation, `restore ${advice} again`);
  const manifest = await readManifest(vault, id);
  const nodes = ReachedNodes.open(installation, tell);
  const open = (schema: string, tables: readonly string[]): Promise<PartRestore> => {
    const owner = installation.schemas.find(({ name }) => name === schema);
    const copy = manifest.schemas.find(({ name }) => name === schema);
    if (!owner || !copy) throw new Error(`there is no schema ${schema}`);
    return PartRestore.begin(owner, copy, tables, vault);
  };
  const parts: PartRestore[] = [];
  const opened = async (schema: string, tables: readonly string[]): Promise<PartRestore> => {
    const made = await open(schema, tables);
    parts.push(made);
    return made;
  };
  const ownership = 'company' in part ? companyRows : oneRepositoryRows;
  let [keep, marked] = [false, false];
  let copies: Drafts | undefined;
  try {
    const whole = [...Object.keys(companyRows.rows.identity), 'audit_event', 'session'];
    const identity = await opened('identity', 'company' in part ? whole : ['company', 'project']);
    const repository = await opened('repository', Object.keys(ownership.rows.repository));
    const artifact = await opened('artifact', Object.keys(artifactRows.rows.artifact));
    const owner = await ownerOf(part, identity, repository);
    await repository.ask(atPresentNodes);
    const named = [owner.company, owner.repository];
    const places = await repository.ask<RestoredPlace & Record<string, unknown>>(restoredRepositories, named);
    const later = await repository.ask<RestoredPlace & Record<string, unknown>>(laterRepositories, [
      owner.company,
    ]);
    // Others may be away: nothing of theirs is touched.
    await nodes.untilWritable(tell, new Set(inDirectories([...places, ...later]).map(({ node }) => node)));
    const uuids = [...places, ...later].map(({ uuid }) => uuid);
    const blobs = await artifact.ask<{ sha256: string }>(blobsOfRepositories, [uuids]);
    tell(`${places.length} repositories, ${blobs.length} artifacts`);
    const done: Restored = {
      point: manifest.point,
      repositories: 0,
      blobs: 0,
      rows: 0,
      ended: 0,
      mirrors: 0,
      problems: [],
    };
    const wanted = new Set(blobs.map(({ sha256 }) => sha256));
    const brought = await bringBlobs(installation, vault, manifest, wanted);
    done.blobs = brought.blobs;
    copies = await Drafts.make(nodes, vault, manifest, places);
    if ('repository' in part && copies.lost.length > 0) throw new Error(copies.lost[0]);
    done.problems.push(...brought.problems, ...copies.problems, ...copies.lost);
    const subject = owner.company ?? owner.repository;
    if (owner.company !== null) {
      const asked = [subject, keepsBotKeys];
      const [{ ending }] = await identity.ask<{ ending: number }>(endingKeysOfCompany, asked);
      done.ended = ending;
      done.rows += await identity.replace(companyRows, subject);
    }
    if (owner.company !== null && keepsBotKeys) await identity.ask(botKeysOfCompany, [subject]);
    if (owner.repository !== null) await identity.ask(anyReportCounts, [owner.repository]);
    if (owner.project !== null) await identity.ask(keptAnswersBeside, [owner.project]);
    done.rows += await repository.replace(ownership, subject);
    if (!keepsMirrors) done.mirrors = (await repository.ask(stopMirrorsOf, [uuids])).length;
    await artifact.ask(freshIndexes, [uuids]);
    await artifact.ask(filesOfNow, [uuids]);
    done.rows += await artifact.replace(artifactRows, uuids);
    await markRestore(installation, `restore ${advice} again`);
    marked = true;
    await copies.place();
    keep = true;
    done.repositories = copies.count;
    for (const place of inDirectories(later)) await nodes.get(place.node)?.remove(placeOf(place));
    return done;
  } finally {
    for (const each of parts) await each.end({ keep });
    if (keep) await unmarkRestore(installation);
    if (!marked) await copies?.discard();
    nodes.close();
  }
};

/** Nobody can change an id himself. */
const makeRoom = 'deactivate that one, which gives it another id';

/** @throws Error where there is none */
const ownerOf = async (
  part: Part,
  identity: PartRestore,
  repository: PartRestore,
): Promise<Record<'company' | 'project' | 'repository', string | null>> => {
  const refuse = (what: string): never => {
    throw new Error(what);
  };
  if ('company' in part) {
    const [company] = await identity.ask<{ uuid: string }>(companyById, [part.company]);
    if (!company) return refuse(`the backup has no company ${part.company}`);
    const [other] = await identity.ask(otherCompany, [company.uuid, part.company]);
    if (other) return refuse(`another company is ${part.company} now: ${makeRoom}`);
    return { company: company.uuid, project: null, repository: null };
  }
  const [company, project, ...rest] = part.repository.split('/');
  const [found] = await identity.ask<{ uuid: string }>(projectById, [company, project]);
  if (!found) return refuse(`the backup has no project ${company}/${project}`);
  const [living] = await identity.ask<{ lives: boolean }>(livingProject, [found.uuid]);
  if (!living) return refuse(`the project ${company}/${project} is no more: restore the company`);
  const [one] = await repository.ask<{ uuid: string }>(repositoryById, [found.uuid, rest.join('/')]);
  if (!one) return refuse(`the backup has no repository ${part.repository}`);
  const values = [found.uuid, rest.join('/'), one.uuid];
  const [other] = await repository.ask<{ id: string }>(otherRepository, values);
  if (other) return refuse(`another repository is ${company}/${project}/${other.id} now: ${makeRoom}`);
  return { company: null, project: found.uuid, repository: one.uuid };
};

const bringBlobs = async (
  installation: Installation,
  vault: Vault,
  manifest: Manifest,
  wanted: Set<string>,
): Promise<BlobRestore> => {
  const problems: string[] = [];
  const listed = untilUnreadable(blobsOf(vault, manifest.blobs), (why) =>
    problems.push(`the list of artifacts: ${why}: those after that are as they were`),
  );
  async function* those(): AsyncGenerator<CopiedBlob> {
    for await (const blob of listed) if (wanted.delete(blob.sha256)) yield blob;
  }
  const store = await openNewArtifacts(installation.blobs);
  try {
    // What is there may be just what has come to harm.
    const brought = await restoreBlobs(store, those(), { vault, compares: true });
    problems.push(...brought.problems);
    for (const sha256 of wanted)
      if (!(await store.has(sha256)))
        problems.push(`the artifacts with the SHA-256 ${sha256} are neither in the backup nor here`);
    return { ...brought, problems };
  } finally {
    await store.close();
  }
};
