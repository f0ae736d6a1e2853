import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { pathOf } from '../clients/door.js';
import { WorkingCopy } from '../clients/git.js';
import { head, RawConnection } from '../clients/raw-socket.js';
import { SecondGateway } from '../clients/second-gateway.js';
import { scratch, unique } from '../scratch.js';
import {
  companyAdmin,
  newMember,
  newProject,
  newRepository,
  type Person,
  type RepositoryAt,
} from '../world.js';

describe('Transfers that do not move', () => {
  let admin: Person;
  let slow: Person;
  let other: Person;
  let jars: RepositoryAt;
  let code: RepositoryAt[];
  const open: RawConnection[] = [];

  beforeAll(async () => {
    admin = await companyAdmin();
    const project = await newProject(admin);
    [slow, other] = [
      await newMember(admin, project, 'developer'),
      await newMember(admin, project, 'developer'),
    ];
    jars = await newRepository(admin, project, 'maven');
    code = [];
    for (let left = 3; left > 0; left -= 1) code.push(await newRepository(admin, project));
  });
  afterEach(() => {
    for (const connection of open.splice(0)) connection.cut();
  });

  const begin = async (bytes: string, site?: string): Promise<RawConnection> => {
    const connection = await RawConnection.open(site);
    open.push(connection);
    return connection.send(bytes);
  };
  const upload = (person: Person, length: number): string =>
    head('PUT', `${pathOf(jars.url)}/org/example/${unique('lib')}/1/x.txt`, {
      Authorization: person.basic,
      'Content-Length': String(length),
    });

  it('of one account do not keep another from pushing', async () => {
    for (const { url } of code.slice(0, 2))
      for (let left = 20; left > 0; left -= 1)
        await begin(
          head('POST', `${pathOf(url)}/git-receive-pack`, {
            Authorization: slow.basic,
            'Content-Type': 'application/x-git-receive-pack-request',
            'Content-Length': '90000',
          }) + '00',
        );
    await sleep(500);
    const copy = await WorkingCopy.make(join(await scratch(), 'copy'));
    await copy.commit('a.txt', 'a');
    expect(await copy.push(other.in(code[2].url), 'main')).toMatchObject({ status: 0 });
  });

  describe('at a gateway with few slots', () => {
    let gateway: SecondGateway;
    beforeAll(async () => {
      gateway = await SecondGateway.start({ HOLDFAST_UPLOADS: '4', HOLDFAST_CONNECTIONS: '20' });
    });
    afterAll(() => gateway.stop());

    it('at more than a crawl are let be while there is room', async () => {
      const connection = await begin(upload(slow, 4), gateway.siteUrl);
      for (const byte of 'slow') {
        await sleep(1_000);
        connection.send(byte);
      }
      expect((await connection.read()).status).toBe(201);
    });

    it('make room for the next one of their account, and do not concern another', async () => {
      const crawling = await begin(upload(slow, 100) + 'x', gateway.siteUrl);
      await sleep(300);
      const next = await begin(upload(slow, 4) + 'fast', gateway.siteUrl);
      const others = await begin(upload(other, 4) + 'fast', gateway.siteUrl);
      expect((await others.read()).status).toBe(201);
      expect((await next.read({ milliseconds: 60_000 })).status).toBe(201);
      const { status, reason } = await crawling.read();
      expect([status, reason]).toEqual([408, 'the transfer was too slow while others waited']);
      expect(await crawling.closed()).toBe(true);
    });

    it('are answered 503 when their address has too many connections', async () => {
      const many: RawConnection[] = [];
      for (let left = 30; left > 0; left -= 1) many.push(await begin('', gateway.siteUrl));
      const { status, headers } = await many[29].read();
      expect([status, headers['retry-after']]).toEqual([503, '1']);
      expect(await many[29].closed()).toBe(true);
    });
  });
});
