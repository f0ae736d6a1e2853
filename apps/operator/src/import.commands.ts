import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import { finished, pipeline } from 'node:stream/promises';
import type { Readable } from 'node:stream';
import { identityCalls, repositoryCalls, type OpenedUpload } from '@holdfast/contracts';
import { BytePeers, ByteTls, peerRequest, type ByteTlsFiles } from '@holdfast/platform/byte-ports';
import { UsageError } from './arguments.js';
import { command, context, json } from './command.js';
import { endOf } from './job-waiting.js';
import { placeReader } from './repository-place.js';

/** No password is longer (characters). */
const longest = 1_000;

export const importRepository = command(
  'repository import <company>/<project>/<repository> <url>|<file>|- --as <login> [--username <name> [--password-stdin]] [--json]',
  2,
  { as: 'value', username: 'value', 'password-stdin': 'flag' },
  ({ positionals: [name, source], options }) => {
    const { as: login, username } = options;
    const isRemote = /^[a-z][a-z0-9+.-]*:/i.test(source);
    if (login === undefined) throw new UsageError('--as needs the login of an admin of the project');
    if (!isRemote && (username !== undefined || options['password-stdin']))
      throw new UsageError('a file needs neither a user name nor a password');
    const read = placeReader(name);
    const [company] = name.split('/');
    return async (calls, { bytePeers, byteTls }, tell = () => undefined) => {
      const place = await read(calls);
      const { account, bot } = await calls.call(identityCalls.namedAccount, context(), { company, login });
      if (bot) throw new UsageError('a bot cannot import: name a person');
      const asked = { place: { project: place.project, repository: place.repository }, account };
      const password = options['password-stdin'] ? await line(process.stdin) : undefined;
      if (!isRemote) {
        const file = source === '-' ? process.stdin : await readable(source);
        const opened = await calls.call(repositoryCalls.openUpload, context(), asked);
        await sent(file, opened, peersOf(bytePeers, byteTls), tell);
      }
      const from = {
        url: source,
        ...(username === undefined ? {} : { username }),
        ...(password === undefined ? {} : { password }),
      };
      const { job: uuid } = await calls.call(repositoryCalls.askImport, context(), {
        ...asked,
        ...(isRemote ? { from } : {}),
      });
      const job = await endOf(calls, uuid, tell);
      if (options.json) return job.state === 'done' ? json(job) : { alarm: json(job) };
      return job.state === 'done' ? `${name} is imported\n` : { alarm: `${job.error ?? job.state}\n` };
    };
  },
);

const peersOf = (allowed: readonly string[], files: ByteTlsFiles | undefined): BytePeers =>
  new BytePeers(allowed, files && new ByteTls(files, () => undefined));

const readable = async (path: string): Promise<Readable> => {
  const found = await stat(path).catch(() => undefined);
  if (!found?.isFile()) throw new UsageError(`there is no file ${path}`);
  return createReadStream(path);
};

/** The first line of a stream, without its end. */
const line = async (source: Readable): Promise<string> => {
  let text = '';
  for await (const piece of source as AsyncIterable<Buffer>) {
    text += piece.toString();
    if (text.includes('\n') || text.length > longest) break;
  }
  return text.split(/\r?\n/, 1)[0];
};

/** Sends a file to where it is filled from. @throws Error why it is not taken */
const sent = async (
  file: Readable,
  opened: OpenedUpload,
  peers: BytePeers,
  tell: (line: string) => void,
): Promise<void> => {
  // A connection that is to be closed is closed with the answer, and an answer that comes amid the file is lost by it.
  const headers = { 'x-hf-ticket': opened.ticket, Connection: 'keep-alive' };
  const target = peerRequest(peers, opened, { method: 'POST', headers });
  tell('the file is sent');
  const answered = new Promise<string | undefined>((resolve, reject) => {
    target.once('error', reject).once('response', (answer) => {
      let text = '';
      answer.setEncoding('utf8').on('data', (piece: string) => (text += piece));
      const end = (): void => resolve(answer.statusCode === 201 ? undefined : reasonIn(text));
      finished(answer).then(end, reject);
    });
  });
  const whole = pipeline(file, target).catch(() => undefined);
  const refused = await answered;
  file.destroy();
  await whole;
  if (refused !== undefined) throw new Error(refused);
};

const reasonIn = (text: string): string => {
  const [, reason] = /^\{"refused":"((?:[^"\\]|\\.)*)"\}$/.exec(text) ?? [];
  return reason ?? 'the file was not taken';
};
