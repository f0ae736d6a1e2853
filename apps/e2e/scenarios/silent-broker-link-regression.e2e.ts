/** @alone Measures a second and a half. */
import { setTimeout as sleep } from 'node:timers/promises';
import { Api, authorization, must } from '../clients/api.js';
import { SecondGateway } from '../clients/second-gateway.js';
import { companyAdmin, newMember, newProject, type Person, type ProjectAt } from '../world.js';

describe('A gateway whose link to the broker falls silent without being closed', () => {
  let project: ProjectAt;
  let person: Person;
  let gateway: SecondGateway;

  beforeAll(async () => {
    const admin = await companyAdmin();
    project = await newProject(admin);
    person = await newMember(admin, project, 'developer');
    gateway = await SecondGateway.start();
  });

  afterAll(() => gateway.stop());

  /** Status of a request to the second gateway; 0: no answer in time. */
  const status = async (milliseconds: number): Promise<number> => {
    const answer = await fetch(`${gateway.apiUrl}${project.path}`, {
      headers: { accept: 'application/json', authorization: authorization(person.keys) },
      signal: AbortSignal.timeout(milliseconds),
    }).catch(() => undefined);
    await answer?.text().catch(() => '');
    return answer?.status ?? 0;
  };

  const becomes = async (wanted: number): Promise<void> => {
    for (let left = 300; (await status(5_000)) !== wanted; left -= 1) {
      if (left === 0) throw new Error(`never answered ${wanted}`);
      await sleep(50);
    }
  };

  it('accepts no revoked key after a second and a half, and is well when the link is', async () => {
    await becomes(200);
    // Asked twice it is remembered.
    expect(await status(5_000)).toBe(200);
    gateway.link.fallSilent();
    await must(new Api().delete(`/account/sessions/${person.keys.account_key}`));
    await sleep(1_500);
    // In the time in which the broken link itself is not noticed yet.
    const answers: number[] = [];
    for (let asked = 0; asked < 10; asked += 1) answers.push(await status(200));
    expect(answers).not.toContain(200);
    gateway.link.speak();
    await becomes(401);
  });
});
