import { createServer } from 'node:http';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { checkout } from './paths.mjs';

// A process beside an installation of tests, with the environment of the operator's commands: `POST /<id>` is answered
// as `tools/holdfast company create <id> --json` prints. Many scenarios begin with one, and two starts of Node for each
// took longer than what most of them look at. It connects anew for each, whatever was ended since.

/** @param {string} file @returns {Promise<unknown>} */
const built = (file) => import(pathToFileURL(join(checkout, file)).href);

/**
 * @typedef {{ close: () => Promise<void> }} Rpc
 * @typedef {{ natsUrl: string, credentials?: string, brokerTls?: object }} Env
 * @typedef {(rpc: Rpc, env: Env) => Promise<string>} Run
 */
const { Rpc } =
  /** @type {{ Rpc: { connect: (url: string, user: string, ...how: unknown[]) => Promise<Rpc> } }} */ (
    await built('libs/platform/dist/rpc/index.js')
  );
const { commandOf } = /** @type {{ commandOf: (words: string[]) => Run }} */ (
  await built('apps/operator/dist/commands.js')
);
const { readOperatorEnv } = /** @type {{ readOperatorEnv: () => Env }} */ (
  await built('apps/operator/dist/operator.env.js')
);

const env = readOperatorEnv();

/** @param {string} id */
const made = async (id) => {
  const run = commandOf(['company', 'create', id, '--json']);
  const rpc = await Rpc.connect(env.natsUrl, 'operator', env.credentials, env.brokerTls);
  try {
    return await run(rpc, env);
  } finally {
    await rpc.close();
  }
};

createServer((request, response) => {
  made(String(request.url).slice(1)).then(
    (company) => response.writeHead(201).end(company),
    (/** @type {unknown} */ error) => response.writeHead(500).end(String(error)),
  );
}).listen(process.argv[2]);
// Whoever has started it has ended.
process.stdin.resume().on('end', () => process.exit());
