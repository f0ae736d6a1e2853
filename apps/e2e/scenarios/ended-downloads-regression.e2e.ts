import { randomBytes } from 'node:crypto';
import { get, type IncomingMessage } from 'node:http';
import { join } from 'node:path';
import { authorization, must } from '../clients/api.js';
import { ask } from '../clients/door.js';
import { WorkingCopy } from '../clients/git.js';
import { scratch } from '../scratch.js';
import { access } from '../system.js';
import { companyAdmin, newMember, newProject, newRepository, type Person } from '../world.js';

const size = 24 << 20;

// A download went on to its end after the role of who read it was gone, however slowly he read.
describe('A download whose caller loses his role', () => {
  let admin: Person;

  beforeAll(async () => {
    admin = await companyAdmin();
  });

  /** Begins to read; answers how many bytes come when the rest is read, and whether that is all. */
  const begun = async (url: string, authorization: string) => {
    const answer = await new Promise<IncomingMessage>((resolve, reject) => {
      get(url, { headers: { authorization }, agent: false }, resolve).once('error', reject);
    });
    expect(answer.statusCode).toBe(200);
    return async (): Promise<{ bytes: number; complete: boolean }> => {
      let bytes = 0;
      answer.on('data', (piece: Buffer) => (bytes += piece.length)).on('error', () => undefined);
      await new Promise((resolve) => answer.once('close', resolve));
      return { bytes, complete: answer.complete };
    };
  };

  const place = async (type: 'git' | 'maven') => {
    const project = await newProject(admin);
    const [reader, other] = [
      await newMember(admin, project, 'developer'),
      await newMember(admin, project, 'guest'),
    ];
    const repository = await newRepository(admin, project, type);
    const leave = () => must(admin.api.delete(`${project.path}/project_users/${reader.id}`));
    return { reader, other, repository, leave };
  };

  const broken = async (
    url: string,
    by: (person: Person) => string,
    at: Awaited<ReturnType<typeof place>>,
  ) => {
    const [rest, otherRest] = [await begun(url, by(at.reader)), await begun(url, by(at.other))];
    await at.leave();
    const { bytes, complete } = await rest();
    expect(complete).toBe(false);
    expect(bytes).toBeLessThan(size);
    const whole = await otherRest();
    expect(whole.complete).toBe(true);
    expect(whole.bytes).toBeGreaterThanOrEqual(size);
  };

  it('ends where it is an artifact', async () => {
    const at = await place('maven');
    const url = `${at.repository.url}/com/acme/big/1/big-1.bin`;
    expect((await ask('PUT', url, admin, { body: randomBytes(size) })).status).toBe(201);
    await broken(url, ({ basic }) => basic, at);
  });

  it.each(['archive', 'files/big.txt'])('ends where it is over the API: %s', async (what) => {
    const at = await place('git');
    const copy = await WorkingCopy.make(join(await scratch(), 'copy'));
    await copy.commit('big.txt', randomBytes(size).toString('base64'));
    await copy.push(admin.in(at.repository.url), 'HEAD:main');
    const keys = (person: Person) => authorization(person.keys);
    await broken(`${access.api_url}${at.repository.path}/commits/main/${what}`, keys, at);
  });
});
