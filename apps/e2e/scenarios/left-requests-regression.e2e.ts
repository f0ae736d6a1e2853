import { join } from 'node:path';
import { generateRepository, git } from '../clients/git.js';
import { RawConnection } from '../clients/raw-socket.js';
import { scratch } from '../scratch.js';
import { companyAdmin, newProject, newRepository } from '../world.js';

// Answers to requests that had been sent ahead never closed: an account kept its slots for ever, with connections that
// were gone.
describe('Pushes that were sent ahead by clients that have left', () => {
  it('hold no slots', async () => {
    const admin = await companyAdmin();
    const repository = await newRepository(admin, await newProject(admin));
    const credentials = Buffer.from(`${admin.id}:${admin.password}`).toString('base64');
    const push =
      `POST ${new URL(repository.url).pathname}/git-receive-pack HTTP/1.1\r\nHost: x\r\n` +
      `Authorization: Basic ${credentials}\r\nContent-Type: application/x-git-receive-pack-request\r\n` +
      'Content-Length: 4\r\n\r\n0000';
    const left = await Promise.all(Array.from({ length: 40 }, () => RawConnection.open()));
    for (const connection of left) connection.send(push.repeat(4));
    await Promise.all(left.map((connection) => connection.read()));
    for (const connection of left) connection.cut();
    const directory = join(await scratch(), 'history');
    await generateRepository(directory, { branches: [], commits: 1 });
    const begun = Date.now();
    const { status, output } = await git(directory, 'push', '-q', admin.in(repository.url), 'main');
    expect(`${status} ${output}`).toMatch(/^0 /);
    expect(Date.now() - begun).toBeLessThan(100_000);
  });
});
