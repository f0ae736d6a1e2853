import { command, Complaint } from '../complaint.mjs';
import { inCheckout, install } from '../setup/install.mjs';
import { installClients } from '../setup/clients.mjs';

await command(async () => {
  const args = process.argv.slice(2);
  const unknown = args.find((arg) => arg !== '--clients');
  if (unknown) throw new Complaint(`Unknown argument ${unknown}. Usage: tools/setup [--clients]`);
  await inCheckout(async () => {
    await install();
    if (args.includes('--clients')) await installClients({ fuzzer: true, earlier: true });
  });
});
