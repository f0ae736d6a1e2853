import type { Person } from '../world.js';
import { ask } from './door.js';

/** A line as git's protocol has it, with its length before it. */
export const pkt = (text: string): string =>
  (Buffer.byteLength(text) + 4).toString(16).padStart(4, '0') + text;

/** What a client says of itself behind its first command, to be told the outcome. */
export const toldAll = '\0 report-status side-band-64k';

/** The command that makes a ref (its full name) at a commit; `said`: what the client says of itself. */
export const creation = (ref: string, commit: string, said = ''): string =>
  pkt(`${'0'.repeat(40)} ${commit} ${ref}${said}`);

/** A pack of no objects, for a push whose objects are all there. */
export const emptyPack = Buffer.from(
  '5041434b0000000200000000029d08823bd8a8eab510ad6ac75c823cfd3ed31e',
  'hex',
);

/** The body of a push. */
export const pushBody = (commands: readonly string[], pack: Uint8Array = emptyPack): Buffer =>
  Buffer.concat([Buffer.from(`${commands.join('')}0000`), pack]);

/** Sends the body of a push to a repository's address as it is: git itself would compose another, or take minutes. */
export const sendPush = async (
  person: Pick<Person, 'basic'>,
  url: string,
  body: Buffer,
  more: Record<string, string> = {},
): Promise<string> => {
  const headers = { 'content-type': 'application/x-git-receive-pack-request', ...more };
  const sent = { headers, body: new Uint8Array(body) };
  return (await ask('POST', `${url}/git-receive-pack`, person, sent)).text();
};
