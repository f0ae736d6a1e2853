import { setTimeout as sleep } from 'node:timers/promises';
import { head, RawConnection } from '../clients/raw-socket.js';
import { companyAdmin, newProject } from '../world.js';

/** Clients that begin a request and do not go on. All of them are asked at once: a deadline of 15 s costs 15 s. */
describe('A request that does not come', () => {
  it('to the end of its head is answered 408 and its connection closed, whatever its pace', async () => {
    const [silent, dripping] = [await RawConnection.open(), await RawConnection.open()];
    silent.send('GET /api/projects HTTP/1.1\r\nHost: x\r\n');
    dripping.send('GET /api/projects HTTP/1.1\r\nHost: x\r\nX-Slow: ');
    const drip = setInterval(() => dripping.send('x'), 1_000);
    const answers = await Promise.all([silent, dripping].map((each) => each.read({ milliseconds: 50_000 })));
    clearInterval(drip);
    for (const { status, body } of answers) {
      expect(status).toBe(408);
      expect(JSON.parse(body)).toMatchObject({ api_status: 408, api_message: 'Request Timeout' });
    }
    expect(await silent.closed()).toBe(true);
    expect(await dripping.closed()).toBe(true);
  });

  it('at once but in time is answered as if it had', async () => {
    const admin = await companyAdmin();
    const { path } = await newProject(admin);
    const { company_key, account_key } = admin.keys;
    const body = '{"name": "slowly"}';
    const connection = await RawConnection.open();
    connection.send(
      head('PUT', `/api${path}`, {
        Authorization: `svc.company_key="${company_key}",account_key="${account_key}"`,
        'Content-Type': 'application/json',
        'Content-Length': String(body.length),
      }) + body.slice(0, 5),
    );
    await sleep(11_000);
    expect((await connection.send(body.slice(5)).read()).status).toBe(200);
    connection.cut();
  });
});
