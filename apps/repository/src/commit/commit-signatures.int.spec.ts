import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { CallContext, RepositoryScope } from '@holdfast/kernel';
import { answer, call, ServiceWorld } from '../service-world.fixture.js';
import { CommitCreationService } from './commit-creation.service.js';
import { CommitSigner } from './commit-signer.js';
import { CommitService } from './commit.service.js';
import { runIn } from './stock-programs.fixture.js';

type At = CallContext & { repository: RepositoryScope };

const signer = { id: 'ada', uuid: '00000000-0000-4000-8000-000000000001', type: 'user' };

// PostgreSQL, git and ssh-keygen themselves; the server's address comes from tools/test.
describe('signatures of commits', () => {
  let keys: string;
  let world: ServiceWorld;
  let printed: Record<'installation' | 'person', string>;
  beforeAll(async () => {
    keys = await mkdtemp(join(tmpdir(), 'holdfast-keys-'));
    printed = { installation: keyNamed('installation'), person: keyNamed('person') };
    world = await ServiceWorld.start({ HOLDFAST_SIGNING_KEY: join(keys, 'installation') });
  });
  afterAll(async () => {
    await world.end();
    await rm(keys, { recursive: true });
  });

  const run = (program: string, args: string[], input?: string): string =>
    runIn(keys, [program, ...args], input);
  const keyNamed = (name: string): string => {
    run('ssh-keygen', ['-q', '-t', 'ed25519', '-N', '', '-f', name]);
    return run('ssh-keygen', ['-l', '-f', `${name}.pub`]).split(' ')[1];
  };
  const repository = async (): Promise<At> => {
    const ctx = await world.repository(world.project(), { id: `code${(count += 1)}`, type: 'git' });
    // It is asked where a commit takes long.
    world.identity = { project: ctx.project, caller: ctx.principal };
    return ctx;
  };
  let count = 0;
  const made = (ctx: At, body: object = {}) => {
    const complete = { branch: 'main', message: 'm', modified: [{ path: 'a', content: 'x' }], ...body };
    return answer(world.part(CommitCreationService).create(ctx, call({ body: complete })));
  };
  const shown = (ctx: At, id: string) =>
    answer(world.part(CommitService).show(ctx, call({ params: { commit_id: id } })));
  const git = (ctx: At, args: string[], input?: string): string =>
    run('git', ['-C', world.placement.directory(ctx.repository), '-c', 'gpg.format=ssh', ...args], input);
  const person = ['-c', 'user.name=P', '-c', 'user.email=p@q'];
  /** By stock git and a key of somebody's, over the tree of a commit. */
  const signedBySomebody = (ctx: At, commit: string): string => {
    const key = ['-c', `user.signingKey=${join(keys, 'person')}`];
    return git(ctx, [
      ...person,
      ...key,
      'commit-tree',
      '-S',
      '-m',
      'signed',
      '-p',
      commit,
      `${commit}^{tree}`,
    ]);
  };
  const written = (ctx: At, text: string): string =>
    git(ctx, ['hash-object', '-t', 'commit', '-w', '--stdin'], `${text}\n`);

  it('are made with the key of the installation where the author is the caller, so that git takes them', async () => {
    const ctx = await repository();
    const verification = {
      ...{ state: 'verified', fingerprint: printed.installation, signer: null, by: 'installation' },
    };
    const first = await made(ctx, { message: 'Übersicht\n\nmore\n' });
    expect(first).toMatchObject({ verification, description: 'Übersicht\n\nmore\n' });
    expect(await shown(ctx, first.id)).toEqual(first);
    const signers = join(keys, 'signers');
    await writeFile(signers, `* ${await readFile(join(keys, 'installation.pub'), 'utf8')}`);
    git(ctx, ['-c', `gpg.ssh.allowedSignersFile=${signers}`, 'verify-commit', first.id]);
    const ofAnother = await made(ctx, { parent: first.id, author: 'Eve', email: 'e@f.org' });
    expect(ofAnother).toMatchObject({ verification: null });
    git(ctx, ['fsck', '--strict']);
  });

  // In another company anybody may have the address of one of this.
  it('are worth nothing for another company', async () => {
    const ctx = await repository();
    const { id } = await made(ctx);
    const { answering } = world;
    world.answering = () => ({ signers: {} });
    const { principal } = ctx;
    if (!principal) throw new Error('nobody calls');
    const company = { ...principal.company, uuid: '00000000-0000-4000-8000-00000000000f' };
    expect(await shown({ ...ctx, principal: { ...principal, company } }, id)).toMatchObject({
      verification: { state: 'unknown_key', fingerprint: printed.installation, by: null },
    });
    const text = git(ctx, ['cat-file', 'commit', id]);
    expect(text).toContain(`\nholdfast-account ${principal.company.uuid} ${principal.account.uuid}\n`);
    const forged = written(ctx, text.replace(principal.company.uuid, company.uuid).trimEnd());
    expect(await shown({ ...ctx, principal: { ...principal, company } }, forged)).toMatchObject({
      verification: { state: 'invalid' },
    });
    world.answering = answering;
  });

  // Git leaves the dot out: the commit would have the address of somebody else.
  it('are not made where the address of the caller is not written as it is', async () => {
    const ctx = await repository();
    const { principal } = ctx;
    if (!principal) throw new Error('nobody calls');
    const as = (email: string) => ({
      ...ctx,
      principal: { ...principal, account: { ...principal.account, email } },
    });
    const dotted = await made(as('other@example.org.'));
    expect(dotted).toMatchObject({ email: 'other@example.org', verification: null });
    expect(await made(as('other@example.org'), { parent: dotted.id })).toMatchObject({
      verification: { by: 'installation' },
    });
  });

  it('name who of the company has the key, and whether nobody has', async () => {
    const ctx = await repository();
    const { id: base } = await made(ctx);
    const id = signedBySomebody(ctx, base);
    const asked: unknown[] = [];
    const answering = (signers: object) => {
      world.answering = (subject, _ctx, input) => {
        if (subject !== 'identity.ssh_key.signers.v1') return world.identity;
        asked.push(input);
        return { signers };
      };
    };
    const fingerprint = printed.person;
    answering({});
    expect(await shown(ctx, id)).toMatchObject({
      verification: { state: 'unknown_key', fingerprint, signer: null, by: null },
    });
    answering({ [fingerprint]: signer });
    const verification = { state: 'verified', fingerprint, signer, by: 'account' };
    expect(await shown(ctx, id)).toMatchObject({ verification });
    asked.length = 0;
    const history = call({ params: { commit_id: signedBySomebody(ctx, id) } });
    const { results } = await answer(world.part(CommitService).history(ctx, history));
    expect(results.map((each) => each.verification?.by)).toEqual(['installation', 'account', 'account']);
    expect(asked).toEqual([{ company: ctx.principal?.company.uuid, fingerprints: [fingerprint] }]);
  });

  it('are worth nothing over another commit, and are not looked at where they are none of SSH', async () => {
    const ctx = await repository();
    const { id: base } = await made(ctx);
    const text = git(ctx, ['cat-file', 'commit', signedBySomebody(ctx, base)]);
    const nothing = { fingerprint: null, signer: null, by: null };
    expect(await shown(ctx, written(ctx, text.replace('signed', 'forged')))).toMatchObject({
      verification: { state: 'invalid', ...nothing },
    });
    expect(await shown(ctx, written(ctx, text.replaceAll('SSH SIGNATURE', 'PGP SIGNATURE')))).toMatchObject({
      verification: { state: 'unsupported', ...nothing },
    });
  });

  it('are given once for a draft, and for nothing else', async () => {
    const commits = world.part(CommitSigner);
    const actor = { id: 'ada', name: 'ada', email: 'ada@example.com' };
    const draft = { message: 'm', author: actor, committer: actor, modified: [], deleted: [] };
    const namespace = 'git';
    const commit = 'tree 1\n\nm\n';
    const by = { company: { id: 'c', uuid: 'c' }, account: { uuid: 'a', type: 'user' as const, ...actor } };
    const used = await commits.during(by, draft, ({ signing: { word: signing } = { word: '' } }) => {
      expect(commits.sign({ signing, namespace, commit })).toContain('BEGIN SSH SIGNATURE');
      expect(() => commits.sign({ signing, namespace, commit })).toThrow('not to be signed');
      return Promise.resolve(signing);
    });
    const unused = await commits.during(by, draft, ({ signing }) => Promise.resolve(signing?.word ?? ''));
    const ofAnother = { ...draft, author: { ...actor, email: 'e@f.org' } };
    await commits.during(by, ofAnother, (each) => Promise.resolve(expect(each).toBe(ofAnother)));
    for (const signing of [used, unused, '', 'constructor'])
      expect(() => commits.sign({ signing, namespace, commit })).toThrow('not to be signed');
  });

  it('need a key that can be read', () => {
    expect(() => CommitSigner.by(join(keys, 'none'))).toThrow(/HOLDFAST_SIGNING_KEY: .*none: ENOENT/);
    expect(() => CommitSigner.by(join(keys, 'person.pub'))).toThrow('person.pub: no private key of OpenSSH');
  });
});
