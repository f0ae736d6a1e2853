/** @apart Takes connections to the database. */
import type pg from 'pg';
import { ProcessDoors } from '../clients/process-doors.js';
import { companyAdmin, newProject, newRepository } from '../world.js';

describe('Somebody who has the database role of one service', () => {
  const clients: pg.Client[] = [];
  const opened = async (): Promise<pg.Client> => {
    const client = new ProcessDoors('artifact').databaseClient();
    clients.push(client);
    client.on('error', () => undefined);
    await client.connect();
    return client;
  };

  afterEach(() => Promise.all(clients.splice(0).map((client) => client.end().catch(() => undefined))));

  it('cannot keep another service from making repositories', async () => {
    const admin = await companyAdmin();
    const project = await newProject(admin);
    const { uuid } = (await admin.api.get(`/projects/${project.id}`)).body;
    const client = await opened();
    await client.query('select pg_advisory_lock(hashtextextended($1, 0))', [`repository:${uuid}`]);
    await newRepository(admin, project);
  });

  it('cannot take the connections of the others', async () => {
    const admin = await companyAdmin();
    const project = await newProject(admin);
    const refusal = await (async () => {
      for (;;)
        try {
          await opened();
        } catch (error) {
          return error;
        }
    })();
    expect(refusal).toMatchObject({ code: '53300' });
    expect(String(refusal)).toContain('for role');
    expect(clients.length).toBeLessThan(40);
    for (const part of ['identity', 'repository'] as const)
      expect(await new ProcessDoors(part).database()).toBe(true);
    await newRepository(admin, project);
  });
});
