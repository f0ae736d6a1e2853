import { setTimeout as sleep } from 'node:timers/promises';
import { must } from '../clients/api.js';
import { ask, pathOf } from '../clients/door.js';
import { head, RawConnection } from '../clients/raw-socket.js';
import { companyAdmin, newMember, newProject, newRepository } from '../world.js';

/** Bytes. */
const mib = 1024 * 1024;

describe('Uploads whose client goes away before they begin', () => {
  it('leave the room under a limit to the others', async () => {
    const admin = await companyAdmin();
    const project = await newProject(admin);
    const person = await newMember(admin, project, 'developer');
    const { url } = await newRepository(admin, project, 'maven');
    await must(admin.api.put(project.path, { storage_limit: 40 * mib }));
    await sleep(1_000);
    // At any moment between the head and the first byte: each would hold 16 MiB for a minute.
    for (let round = 0; round < 60; round += 1) {
      const connection = await RawConnection.open();
      const headers = { Authorization: person.basic, 'Content-Length': String(16 * mib) };
      connection.send(head('PUT', `${pathOf(url)}/org/example/a/1/${round}.bin`, headers));
      await sleep(round % 6);
      connection.reset();
    }
    let status: number;
    const until = Date.now() + 30_000;
    do {
      await sleep(200);
      const body = new Uint8Array(30 * mib);
      status = (await ask('PUT', `${url}/org/example/b/1/b.bin`, person, { body })).status;
    } while (status === 507 && Date.now() < until);
    expect(status).toBe(201);
  });
});
