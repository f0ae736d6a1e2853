import { sizeOf } from '@holdfast/kernel';
import { asSoleMaker, asSoleRestorer } from '../database/sole-maker.query.js';
import { untilServicesEnd } from '../database/services-present.query.js';
import { readInstallation } from '../installation/installation.js';
import { createBackup } from '../making/create-backup.js';
import { directoryKinds } from '../making/directory-kinds.js';
import { chosenId, readManifests, type Manifest } from '../making/manifest.js';
import type { Keeping } from '../making/kept.rules.js';
import { deleteBackup, pruneBackups, type Pruned } from '../making/prune-backups.js';
import { verifyBackup } from '../making/verify-backup.js';
import { restorePart, type Part } from '../restoring/restore-part.js';
import { restoreEverything } from '../restoring/restore-everything.js';
import { refuseHalfRestored } from '../restoring/restore-mark.js';
import { alone, unlock as unlockTarget } from '../target/target-lock.js';
import { newKey } from '../vault/vault-key.js';
import { inVault, json, tell, type BackupLine, type Said } from './command-line.js';
import { serve } from './serve.js';

type Command = (asked: BackupLine) => Promise<Said>;

const shownOf = ({ id, point, finished, totals, problems }: Manifest) => ({
  id,
  point,
  finished,
  ...totals,
  problems,
});

const lineOf = (manifest: Manifest): string => {
  const { repositories, blobs, rows, bytes, written } = manifest.totals;
  const what = `${repositories} repositories, ${blobs} artifacts, ${rows} rows`;
  const problems = manifest.problems.length > 0 ? `; ${manifest.problems.length} PROBLEMS` : '';
  return `${manifest.id}  of ${manifest.point}  ${what}, ${sizeOf(bytes)}, ${sizeOf(written)} added${problems}\n`;
};

const lines = (all: readonly string[]): string => all.map((line) => `${line}\n`).join('');

const key: Command = () => Promise.resolve({ text: newKey() });

const create: Command = (asked) =>
  inVault(asked, async (vault) => {
    const installation = readInstallation(asked.env.installation);
    const keeping = keepingOf(asked);
    const { manifest, pruned } = await asSoleMaker(installation, async ({ database, check }) => {
      await refuseHalfRestored(installation);
      return alone(
        vault.target,
        async () => {
          const manifest = await createBackup({ installation, vault, kinds: directoryKinds, check }, tell);
          await check();
          return { manifest, pruned: keeping && (await pruneBackups(vault, keeping)) };
        },
        database,
      );
    });
    const problems = [...manifest.problems, ...(pruned?.problems ?? [])];
    const said = lineOf(manifest) + lines(manifest.problems) + (pruned ? prunedText(pruned) : '');
    const shown = { ...shownOf(manifest), ...(pruned && { pruned }) };
    return { text: asked.options.json ? json(shown) : said, failed: problems.length > 0 };
  });

const list: Command = (asked) =>
  inVault(asked, async (vault) => {
    const { manifests, unreadable } = await readManifests(vault);
    const failed = unreadable.length > 0;
    const all = [
      ...manifests.map((each) => ({ id: each.id, shown: shownOf(each), line: lineOf(each) })),
      ...unreadable.map(({ id, why }) => ({
        ...{ id, shown: { id, problems: [why] }, line: `${id}  cannot be read: ${why}\n` },
      })),
    ].sort((one, other) => (one.id < other.id ? -1 : 1));
    const text = all.map(({ line }) => line).join('') || 'there is no backup yet\n';
    return { text: asked.options.json ? json(all.map(({ shown }) => shown)) : text, failed };
  });

const verify: Command = (asked) =>
  inVault(asked, async (vault) => {
    const id = await chosenId(vault, asked.words[0]);
    const repair = asked.options.repair === true;
    const work = () => verifyBackup(vault, id, { repair });
    const { chunks, removed, problems } = await (repair ? alone(vault.target, work) : work());
    const gone = `${removed} damaged objects were removed: the next backup stores anew what is still known\n`;
    const said = problems.length === 0 ? `${id} is whole: ${chunks} objects were read\n` : lines(problems);
    return {
      text: asked.options.json ? json({ id, chunks, removed, problems }) : said + (removed > 0 ? gone : ''),
      failed: problems.length > 0,
    };
  });

/** @throws Error where two are named */
const partOf = ({ options: { company, repository } }: BackupLine): Part | undefined => {
  if (company !== undefined && repository !== undefined) throw new Error('name a company or a repository');
  if (company !== undefined) return { company: String(company) };
  return repository === undefined ? undefined : { repository: String(repository) };
};

const restore: Command = (asked) =>
  inVault(asked, async (vault) => {
    const installation = readInstallation(asked.env.installation);
    const id = await chosenId(vault, asked.words[0]);
    const keepsBotKeys = asked.options['keep-bot-keys'] === true;
    const keepsMirrors = asked.options['keep-mirrors'] === true;
    const takesArtifacts = asked.options['take-artifacts'] === true;
    const options = { id, keepsBotKeys, keepsMirrors, takesArtifacts, tell };
    const part = partOf(asked);
    await untilServicesEnd(installation, tell);
    const done = await asSoleRestorer(installation, tell, async () => {
      // Some may have come back while a backup was waited for.
      await untilServicesEnd(installation, tell);
      return part
        ? restorePart(installation, vault, part, options)
        : restoreEverything(installation, vault, options);
    });
    const { point, repositories, blobs, rows, ended, mirrors, problems } = done;
    const what = `${repositories} repositories, ${blobs} artifacts, ${rows} rows`;
    const without = `${ended} sessions and keys have ended, ${mirrors} mirrors are switched off`;
    const text = asked.options.json
      ? json({ id, ...done })
      : `restored ${id}, the state of ${point}: ${what}; ${without}\n`;
    return {
      text: asked.options.json ? text : text + lines(problems),
      failed: problems.length > 0,
    };
  });

const wholeNumber = (value: string | boolean | undefined, option: string): number => {
  if (value === undefined) return 0;
  if (typeof value !== 'string' || !/^\d{1,5}$/.test(value))
    throw new Error(`--${option} needs a whole number`);
  return Number(value);
};

/** Undefined: nothing was said of it. */
const keepingOf = ({ options: { 'keep-last': last, 'keep-days': days } }: BackupLine): Keeping | undefined =>
  last === undefined && days === undefined
    ? undefined
    : { last: wholeNumber(last, 'keep-last'), days: wholeNumber(days, 'keep-days') };

const prunedText = ({ removed, kept, chunks, problems }: Pruned): string =>
  `${lines(problems)}removed ${removed.length} backups and ${chunks} objects; ${kept.length} backups stay\n`;

const prune: Command = (asked) =>
  inVault(asked, async (vault) => {
    const keeping = keepingOf(asked);
    if (!keeping) throw new Error('say what is kept: --keep-last N, --keep-days N, or both');
    const pruned = await alone(vault.target, () => pruneBackups(vault, keeping));
    const text = asked.options.json ? json(pruned) : prunedText(pruned);
    return { text, failed: pruned.problems.length > 0 };
  });

const remove: Command = (asked) =>
  inVault(asked, async (vault) => {
    const [id] = asked.words;
    if (id === undefined) throw new Error('say which: holdfast backup delete ID');
    await alone(vault.target, () => deleteBackup(vault, id));
    return { text: `removed ${id}; what only it needed goes with the next prune\n` };
  });

const unlock: Command = (asked) =>
  inVault(asked, async (vault) => {
    await unlockTarget(vault.target);
    return { text: 'nobody is taken to be at work there any more\n' };
  });

/** Every command by the word after `holdfast backup`. */
export const commands: Readonly<Record<string, Command>> = {
  ...{ key, create, list, verify, restore, prune, delete: remove, unlock, serve },
};
