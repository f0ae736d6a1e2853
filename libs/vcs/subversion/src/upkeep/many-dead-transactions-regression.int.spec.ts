import { mkdirSync } from 'node:fs';
import { chmod, mkdir, readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { ChildProcesses } from '@holdfast/vcs-spi/engine';
import { CommandLine } from '../process/command-line.js';
import { describeSubversion, programPath, SubversionWorld } from '../subversion-world.fixture.js';
import { TransactionGates, transactionKey } from '../writing/transaction-gates.js';
import { RevisionUpkeep } from './revision-upkeep.js';

const skel = { 'content-type': 'application/vnd.svn-skel', body: '( create-txn )' };
/** A stack of so many KiB: a command may have a quarter of it. */
const stack = 2_048;
/** So many names of 255 characters are longer than a command may be there. */
const many = 2_100;

describeSubversion('dead transactions of Subversion', () => {
  it('are removed also where their names together are longer than a command may be', async () => {
    const world = new SubversionWorld();
    await world.start();
    const { directory, url } = await world.repository();
    const began = await world.raw('ann', 'POST', url, '/!svn/me', skel);
    const own = `${String(began.headers['svn-txn-name'])}.txn`;
    const transactions = join(directory, 'db', 'transactions');
    // No transactions: what the program says of them keeps it from none of the others.
    for (let at = 0; at < many; at += 1)
      mkdirSync(join(transactions, `0-${String(at).padStart(249, '0')}.txn`));
    expect(await readdir(transactions)).toContain(own);
    const narrow = join(world.root, 'narrow');
    await mkdir(narrow);
    const program = `#!/bin/sh\nulimit -s ${stack}\nPATH=\${PATH#*:} exec svnadmin "$@"\n`;
    await writeFile(join(narrow, 'svnadmin'), program);
    await chmod(join(narrow, 'svnadmin'), 0o755);
    const children = new ChildProcesses(join(world.root, 'upkeep'));
    const commands = new CommandLine(
      children,
      `${narrow}:${programPath}`,
      join(world.root, 'client'),
      1 << 28,
    );
    const upkeep = new RevisionUpkeep(commands, {}, new TransactionGates());
    await upkeep.removeDead(directory, Date.now() + 48 * 60 * 60_000);
    expect(await readdir(transactions)).not.toContain(own);
    await upkeep.stop();
    await children.stop();
    await world.stop();
    expect(await world.leftovers()).toEqual([]);
  });

  // Its owner changed what was left of it meanwhile, without the list of what had been changed before.
  it('are changed by nobody while they are removed, nor what is left of them', async () => {
    const world = new SubversionWorld();
    await world.start();
    const { directory, url } = await world.repository();
    const began = await world.raw('ann', 'POST', url, '/!svn/me', skel);
    const name = String(began.headers['svn-txn-name']);
    const gates = new TransactionGates();
    const key = transactionKey(directory, name);
    const seen: unknown[] = [];
    const run = async () => {
      seen.push(gates.isKept(key), await gates.turn(key, 100, new AbortController().signal));
      return { code: 1, stdout: '', stderr: '' };
    };
    const upkeep = new RevisionUpkeep({ run } as unknown as CommandLine, {}, gates);
    const later = Date.now() + 48 * 60 * 60_000;
    const leave = gates.enter(key);
    const waiting = upkeep.removeDead(directory, later);
    leave?.();
    await waiting;
    expect(seen).toEqual([true, 'kept']);
    expect(gates.isKept(key)).toBe(false);
    expect((await world.raw('ann', 'MKCOL', url, `/!svn/txr/${name}/late`)).status).toBe(409);
    await upkeep.stop();
    await world.stop();
    await world.leftovers();
  });
});
