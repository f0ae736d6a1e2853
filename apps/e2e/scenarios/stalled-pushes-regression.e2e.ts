import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { pathOf } from '../clients/door.js';
import { WorkingCopy } from '../clients/git.js';
import { head, RawConnection } from '../clients/raw-socket.js';
import { scratch } from '../scratch.js';
import { companyAdmin, newMember, newProject, newRepository } from '../world.js';

/** More than the byte process reads before a push gets its turn. */
const sent = 90_000;

describe('Pushes of one account that begin and then stall', () => {
  it('do not keep another account from pushing, nor from fetching', async () => {
    const admin = await companyAdmin();
    const project = await newProject(admin);
    const [slow, other] = [
      await newMember(admin, project, 'developer'),
      await newMember(admin, project, 'developer'),
    ];
    const stalled: RawConnection[] = [];
    for (const { url } of [await newRepository(admin, project), await newRepository(admin, project)]) {
      const request = head('POST', `${pathOf(url)}/git-receive-pack`, {
        Authorization: slow.basic,
        'Content-Type': 'application/x-git-receive-pack-request',
        'Content-Length': String(2 * sent),
      });
      // One packet that is never whole.
      for (let left = 16; left > 0; left -= 1)
        stalled.push((await RawConnection.open()).send(`${request}ffff${'x'.repeat(sent - 4)}`));
    }
    await sleep(500);
    const { url } = await newRepository(admin, project);
    const copy = await WorkingCopy.make(join(await scratch(), 'copy'));
    await copy.commit('one.txt', 'one');
    expect(await copy.push(other.in(url), 'main')).toMatchObject({ status: 0 });
    await WorkingCopy.clone(other.in(url), join(await scratch(), 'clone'));
    for (const connection of stalled) connection.cut();
  });
});
