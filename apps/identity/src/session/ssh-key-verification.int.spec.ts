import {
  identityCalls,
  sshKeyOperations,
  type Authenticated,
  type HeldSshKeys,
  type Signers,
  type SshKeyHolders,
} from '@holdfast/contracts';
import { IdentityWorld } from '../identity-world.fixture.js';
import { publicKey } from '../ssh-key/public-key.fixture.js';

// PostgreSQL itself; the server's address comes from tools/test.
describe('an SSH key of accounts in many companies', () => {
  let world: IdentityWorld;
  const companies = Array.from({ length: 11 }, (_, at) => `company${at}`);
  /** Who stores it first is the last by name. */
  const inTime = [...companies].reverse();
  let fingerprint: string;
  beforeAll(async () => {
    world = await IdentityWorld.start();
    for (const id of inTime) {
      const { admin } = await world.company(id);
      const body = { title: 'laptop', content: publicKey('k') };
      ({ fingerprint } = await world.run<{ fingerprint: string }>(sshKeyOperations.create, admin, { body }));
    }
  });
  afterAll(() => world.end());

  const held = () => world.ask<SshKeyHolders>(identityCalls.sshKeyHolders, { fingerprint });
  const told = async () => (await held()).holders.map(({ company }) => company.id);

  it('is told to be that of the ten who have had it longest, and of others', async () => {
    expect(await told()).toEqual(inTime.slice(0, 10));
    expect((await held()).more).toBe(true);
  });

  it('is told so among many keys, in one statement, and others are absent', async () => {
    const asked = { fingerprints: ['SHA256:none', fingerprint, 'SHA256:no other'] };
    const { value, statements } = await world.counted(() =>
      world.ask<HeldSshKeys>(identityCalls.heldSshKeys, asked),
    );
    expect(statements).toHaveLength(1);
    expect(value).toEqual({ held: { [fingerprint]: await held() } });
  });

  it('is not told among more than 200', async () => {
    const asked = (most: number) =>
      world.ask(identityCalls.heldSshKeys, {
        fingerprints: Array.from({ length: most }, (_, at) => `${at}`),
      });
    expect(await asked(200)).toEqual({ held: {} });
    await expect(asked(201)).rejects.toMatchObject({ code: 'invalid' });
  });

  it('is found in each of them', async () => {
    for (const company of companies) {
      const asked = { company, fingerprint };
      const { principal } = await world.ask<Authenticated>(identityCalls.verifySshKey, asked);
      expect(principal?.company.id).toBe(company);
    }
  });

  it('has signed for its account in each of them', async () => {
    const { company, account } = await world.principal(companies[5], 'admin');
    const asked = { company: company.uuid, fingerprints: [fingerprint, 'SHA256:none'] };
    const { uuid, id, type } = account;
    expect(await world.ask<Signers>(identityCalls.signers, asked)).toEqual({
      signers: { [fingerprint]: { uuid, id, type } },
    });
  });

  it('is told to be that of all when these are ten', async () => {
    const gone = await world.principal(inTime[3], 'admin');
    const [{ id }] = (await world.list(sshKeyOperations.list, gone)).results;
    await world.run(sshKeyOperations.delete, gone, { params: { id } });
    expect(await held()).not.toHaveProperty('more');
    expect(await told()).toEqual(inTime.filter((each) => each !== inTime[3]));
    const asked = { fingerprints: [fingerprint] };
    expect(await world.ask(identityCalls.heldSshKeys, asked)).toEqual({
      held: { [fingerprint]: await held() },
    });
  });
});
