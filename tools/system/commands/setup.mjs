import { command, Complaint, helped } from '../complaint.mjs';
import { inCheckout, install } from '../setup/install.mjs';
import { installNodegit } from '../setup/nodegit.mjs';
import { installClients } from '../setup/clients.mjs';
import { earlierCode, releasedCode } from '../setup/earlier-code.mjs';

const usage = 'Usage: tools/setup [--clients] [--with-nodegit]';
const meaning = `Installs what this checkout needs; with --clients also what the tests use, with --with-nodegit also a
nodegit, which is built in some minutes (HOLDFAST_GIT_READER=nodegit).`;
const known = ['--clients', '--with-nodegit'];
/** @param {string} line */
const say = (line) => process.stderr.write(`setup | ${line}\n`);

await command(async () => {
  if (helped(`${usage}\n${meaning}`)) return;
  const args = process.argv.slice(2);
  const unknown = args.find((arg) => !known.includes(arg));
  if (unknown) throw new Complaint(`Unknown argument ${unknown}. ${usage}`);
  await inCheckout(async () => {
    await install();
    const rare = { fuzzer: true, earlier: [earlierCode, releasedCode], clocks: true, watcher: true };
    if (args.includes('--clients')) await installClients(rare);
    if (args.includes('--with-nodegit')) await installNodegit(say);
  });
});
