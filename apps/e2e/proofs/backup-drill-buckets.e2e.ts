/** Has installations of its own, and a server of S3. */
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { must } from '../clients/api.js';
import { BucketServer, itWithBuckets } from '../clients/bucket-server.js';
import { Deployer, sha256 } from '../clients/deployer.js';
import { ask } from '../clients/door.js';
import { Pusher } from '../clients/git-writers.js';
import { remoteRefs } from '../clients/git.js';
import { OwnInstallation } from '../clients/own-installation.js';
import { scratch, unique } from '../scratch.js';
import { newProject, newRepository } from '../world.js';

interface Made {
  id: string;
  problems: string[];
}

describe('A backup in a bucket, of artifacts in another', () => {
  let server: BucketServer | undefined;
  const all: OwnInstallation[] = [];
  afterAll(async () => {
    for (const each of all) await each.must('down');
    await server?.stop();
  });

  /** An installation whose artifacts are at this prefix; all have the same place for backups. */
  const installation = async (
    prefix: string,
    bucket: BucketServer,
    key: string,
  ): Promise<OwnInstallation> => {
    const made = await OwnInstallation.make({
      ...BucketServer.credentials,
      HOLDFAST_BLOBS_URL: bucket.at(prefix),
      HOLDFAST_BACKUP_URL: bucket.at('backups'),
      HOLDFAST_BACKUP_KEY: key,
    });
    all.push(made);
    return made;
  };

  itWithBuckets(
    'is pruned, and brings all back; keys of bots too where they are to be kept',
    async () => {
      const bucket = (server = await BucketServer.start());
      const key = join(await scratch(), 'key');
      const first = await installation('artifacts', bucket, key);
      await writeFile(key, await first.must('holdfast', 'backup', 'key'), { mode: 0o600 });
      await first.must('up', '--detach');
      const admin = await first.login();
      const project = await newProject(admin);
      const code = await newRepository(admin, project);
      const jars = await newRepository(admin, project, 'maven');
      const pusher = await Pusher.make('busy', admin.in(code.url));
      const deployer = new Deployer(jars.url, admin);
      const bot = await must(admin.api.post('/bots', { id: unique('bot') }), 201);
      const role = { id: bot.id, role: 'guest' };
      await must(admin.api.post(`${project.path}/project_bots`, role), 201);
      const create = async (...more: string[]): Promise<Made> =>
        JSON.parse(await first.must('holdfast', 'backup', 'create', '--json', ...more)) as Made;

      expect(await deployer.once(6_000_000)).toBe(true);
      const before = await create();
      expect([await pusher.once(), await deployer.once()]).toEqual([true, true]);
      const made = await create('--keep-last', '1');
      expect([before.problems, made.problems]).toEqual([[], []]);
      const listed = await first.must('holdfast', 'backup', 'list');
      expect([listed.includes(before.id), listed.includes(made.id)]).toEqual([false, true]);
      expect(await first.must('holdfast', 'backup', 'prune', '--keep-last', '1')).not.toContain(before.id);
      expect(await first.must('holdfast', 'backup', 'verify')).toContain(`${made.id} is whole`);
      await first.destroy();

      const rounds = [
        { prefix: 'kept', options: ['--keep-bot-keys'], status: 200 },
        { prefix: 'ended', options: [], status: 401 },
      ];
      for (const { prefix, options, status } of rounds) {
        const next = await installation(prefix, bucket, key);
        await next.must('holdfast', 'backup', 'restore', ...options);
        await next.must('up', '--detach');
        const again = await next.login();
        const site = new URL(again.base).origin;
        const at = (url: string): string => site + new URL(url).pathname;
        const basic = `Basic ${Buffer.from(`${bot.id}:${String(bot.account_key)}`).toString('base64')}`;
        const refs = `${at(code.url)}/info/refs?service=git-upload-pack`;
        expect([prefix, (await ask('GET', refs, { basic })).status]).toEqual([prefix, status]);
        const { 'refs/heads/busy': tip } = await remoteRefs('/', again.in(at(code.url)));
        expect(tip).toBe(pusher.acknowledged.at(-1));
        for (const [path, digest] of deployer.acknowledged) {
          const answer = await ask('GET', `${at(jars.url)}/${path}`, again);
          expect(sha256(new Uint8Array(await answer.arrayBuffer()))).toBe(digest);
        }
        await next.destroy();
      }
    },
    280_000,
  );
});
