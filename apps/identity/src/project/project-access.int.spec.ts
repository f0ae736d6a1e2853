import { randomUUID } from 'node:crypto';
import {
  identityCalls,
  projectOperations,
  type DeactivatedCompany,
  type ProjectNames,
} from '@holdfast/contracts';
import { codeOf, IdentityWorld } from '../identity-world.fixture.js';

// PostgreSQL itself; the server's address comes from tools/test.
describe('projects for the operator', () => {
  it('are called by their names of now, deactivated ones too, in one question', async () => {
    const world = await IdentityWorld.start();
    try {
      const { admin } = await world.company('acme');
      const { admin: other } = await world.company('beta');
      const made = async (who: typeof admin, id: string) =>
        (await world.run(projectOperations.create, who, { body: { id, name: id } })).uuid;
      const [first, second, third] = [
        await made(admin, 'first'),
        await made(admin, 'second'),
        await made(other, 'third'),
      ];
      const names = (projects: string[]) => world.ask<ProjectNames>(identityCalls.projectNames, { projects });
      const named = async (...projects: string[]) =>
        (await names(projects)).projects.sort((a, b) => a.company.localeCompare(b.company));
      await world.run(projectOperations.update, admin, {
        params: { project_id: 'first' },
        body: { id: 'renamed' },
      });
      const renamed = { uuid: first, project: 'renamed', company: 'acme', deactivated: false };
      const { value, statements } = await world.counted(() => named(first, third, randomUUID()));
      expect(value).toEqual([
        renamed,
        { uuid: third, project: 'third', company: 'beta', deactivated: false },
      ]);
      expect(statements).toHaveLength(1);

      await world.run(projectOperations.delete, admin, { params: { project_id: 'second' } });
      const [{ project, ...ended }] = await named(second);
      expect(ended).toEqual({ uuid: second, company: 'acme', deactivated: true });
      expect(project).toMatch(/^second-/);
      const { company } = await world.ask<DeactivatedCompany>(identityCalls.deactivateCompany, {
        company: 'beta',
      });
      expect(company).not.toBe('beta');
      expect(await named(third)).toEqual([{ uuid: third, project: 'third', company, deactivated: true }]);

      expect(await named()).toEqual([]);
      expect((await names(Array.from({ length: 500 }, () => first))).projects).toEqual([renamed]);
      for (const projects of [['first'], Array.from({ length: 501 }, () => first)])
        expect(await codeOf(names(projects))).toBe('invalid');
    } finally {
      await world.end();
    }
  });

  it('are found by what people call them, deactivated ones too', async () => {
    const world = await IdentityWorld.start();
    try {
      const { admin } = await world.company('acme');
      await world.company('beta');
      const body = { id: 'called', name: 'Called' };
      const { uuid } = await world.run(projectOperations.create, admin, { body });
      const named = (company: string, project: string) =>
        world.ask(identityCalls.namedProject, { company, project });
      const place = { company: admin.company.uuid, project: uuid };
      expect(await named('acme', 'called')).toEqual(place);
      expect(await named('acme', uuid)).toEqual(place);
      await world.run(projectOperations.delete, admin, { params: { project_id: 'called' } });
      expect(await named('acme', uuid)).toEqual(place);
      for (const [company, project] of [
        ['acme', 'called'],
        ['beta', uuid],
        ['acme', ''],
      ] as const)
        expect(await codeOf(named(company, project))).toBe('not_found');
    } finally {
      await world.end();
    }
  });
});
