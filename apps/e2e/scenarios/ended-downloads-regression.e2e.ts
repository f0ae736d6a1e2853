import { randomBytes } from 'node:crypto';
import { get, type IncomingMessage } from 'node:http';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { authorization, must } from '../clients/api.js';
import { ask } from '../clients/door.js';
import { WorkingCopy } from '../clients/git.js';
import { scratch } from '../scratch.js';
import { access } from '../system.js';
import { companyAdmin, newMember, newProject, newRepository, type Person, type ProjectAt } from '../world.js';

/** More than what lies between a service and a client who does not read. */
const size = 16 << 20;

// A download went on to its end after the role of who read it was gone, however slowly he read.
describe('A download whose caller loses his role', () => {
  let admin: Person;
  let project: ProjectAt;
  let other: Person;

  beforeAll(async () => {
    admin = await companyAdmin();
    project = await newProject(admin);
    other = await newMember(admin, project, 'guest');
  });

  /** Begins to read; answers how many bytes come when the rest is read, and whether that is all. */
  const begun = async (url: string, authorized: string) => {
    const answer = await new Promise<IncomingMessage>((resolve, reject) => {
      get(url, { headers: { authorization: authorized }, agent: false }, resolve).once('error', reject);
    });
    expect(answer.statusCode).toBe(200);
    return async (): Promise<{ bytes: number; complete: boolean }> => {
      let bytes = 0;
      answer.on('data', (piece: Buffer) => (bytes += piece.length)).on('error', () => undefined);
      await new Promise((resolve) => answer.once('close', resolve));
      return { bytes, complete: answer.complete };
    };
  };

  const isBroken = async (url: string, by: (person: Person) => string): Promise<void> => {
    const reader = await newMember(admin, project, 'guest');
    const [rest, otherRest] = [await begun(url, by(reader)), await begun(url, by(other))];
    await must(admin.api.delete(`${project.path}/project_users/${reader.id}`));
    // It ends within a second; what has come by then lies in between.
    await sleep(2_000);
    const { bytes, complete } = await rest();
    expect(complete).toBe(false);
    expect(bytes).toBeLessThan(size);
    const whole = await otherRest();
    expect(whole.complete).toBe(true);
    expect(whole.bytes).toBeGreaterThanOrEqual(size);
  };

  it('ends where it is an artifact', async () => {
    const { url } = await newRepository(admin, project, 'maven');
    const file = `${url}/com/acme/big/1/big-1.bin`;
    expect((await ask('PUT', file, admin, { body: randomBytes(size) })).status).toBe(201);
    await isBroken(file, ({ basic }) => basic);
  });

  it('ends where it is an archive or a file over the API', async () => {
    const { url, path } = await newRepository(admin, project, 'git');
    const copy = await WorkingCopy.make(join(await scratch(), 'copy'));
    await copy.commit('big.txt', randomBytes(size).toString('base64'));
    await copy.push(admin.in(url), 'HEAD:main');
    for (const what of ['archive', 'files/big.txt'])
      await isBroken(`${access.api_url}${path}/commits/main/${what}`, ({ keys }) => authorization(keys));
  });
});
