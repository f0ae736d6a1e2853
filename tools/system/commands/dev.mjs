import { parseArgs } from 'node:util';
import { command, Complaint, helped } from '../complaint.mjs';
import { messageOf } from '../failure.mjs';
import { layout } from '../paths.mjs';
import { runningInstance } from '../running.mjs';
import { services } from '../services.mjs';
import { readSettings } from '../settings.mjs';
import { inCheckout, install } from '../setup/install.mjs';

const usage = 'Usage: tools/dev <service> [--inspect [host:]port] [--brk]';

const wanted = () => {
  try {
    const options = /** @type {const} */ ({ inspect: { type: 'string' }, brk: { type: 'boolean' } });
    const { values, positionals } = parseArgs({ allowPositionals: true, options });
    const [name, ...more] = positionals;
    const service = services.find((each) => each.name === name);
    const names = services.map((each) => each.name).join(', ');
    if (!service || more.length) throw new Complaint(`${usage}\nThe services: ${names}`);
    if (values.brk && values.inspect === undefined) throw new Complaint(usage);
    return { service, ...values };
  } catch (error) {
    throw error instanceof Complaint ? error : new Complaint(`${messageOf(error)}\n${usage}`);
  }
};

await command(async () => {
  if (helped(`${usage}\nRuns one service from its sources beside the rest of a running installation.`))
    return;
  const { service, inspect, brk } = wanted();
  const settings = readSettings();
  const home = layout(settings.home);
  const running = runningInstance(home);
  if (!running?.ready)
    throw new Complaint(`No instance runs in ${settings.home}: start it with tools/up, or set HOLDFAST_HOME`);
  await inCheckout(() => install({ broker: false }));
  const { develop } = await import('../development.mjs');
  const nodeArguments = inspect === undefined ? [] : [`--inspect${brk ? '-brk' : ''}=${inspect}`];
  await develop({ service, settings, running, nodeArguments });
});
