import { command, Complaint, helped } from '../complaint.mjs';
import { inCheckout, install } from '../setup/install.mjs';
import { installClients } from '../setup/clients.mjs';

const usage = 'Usage: tools/setup [--clients]';

await command(async () => {
  if (helped(`${usage}\nInstalls what this checkout needs; with --clients also what the tests use.`)) return;
  const args = process.argv.slice(2);
  const unknown = args.find((arg) => arg !== '--clients');
  if (unknown) throw new Complaint(`Unknown argument ${unknown}. ${usage}`);
  await inCheckout(async () => {
    await install();
    const rare = { fuzzer: true, earlier: true, clocks: true, watcher: true };
    if (args.includes('--clients')) await installClients(rare);
  });
});
