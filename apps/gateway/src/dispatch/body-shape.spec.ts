import {
  branchOperations,
  groupMemberOperations,
  projectOperations,
  sessionOperations,
} from '@holdfast/contracts';
import type { ApiErrors, DomainError } from '@holdfast/kernel';
import { elementOf, mustFit, shapeOf } from './body-shape.js';

const refusal = (body: unknown[]): ApiErrors | undefined => {
  try {
    mustFit(projectOperations.create, shapeOf(projectOperations.create, body));
    return undefined;
  } catch (error) {
    return (error as DomainError).detail.errors;
  }
};

describe('the shape of a body', () => {
  const { create, update } = projectOperations;

  it('is one object, flat or nested', () => {
    expect(shapeOf(create, { id: 'a' })).toEqual({ one: { id: 'a' } });
    expect(shapeOf(create, { project: { id: 'a' } })).toEqual({ one: { id: 'a' } });
  });

  it('is many, as an array or under the plural', () => {
    expect(shapeOf(create, [{ id: 'a' }])).toEqual({ many: [{ id: 'a' }] });
    expect(shapeOf(branchOperations.create, { branches: [{ id: 'a' }] })).toEqual({ many: [{ id: 'a' }] });
  });

  it('has the word that stands in the address as well', () => {
    const { create: add, update: change } = groupMemberOperations;
    const member = { id: 'u', role: 'member' };
    for (const word of ['group_member', 'member'])
      expect(shapeOf(add, { [word]: member })).toEqual({ one: member });
    for (const words of ['group_members', 'members'])
      expect(shapeOf(add, { [words]: [member] })).toEqual({ many: [member] });
    expect(elementOf(add, { member })).toEqual(member);
    expect(shapeOf(change, { member: { role: 'admin' } })).toEqual({ one: { role: 'admin' } });
    expect(shapeOf(change, { members: [member] })).toEqual({ one: { members: [member] } });
    expect(shapeOf(create, { member })).toEqual({ one: { member } });
  });

  it('is one object under the plural of another', () => {
    expect(shapeOf(create, { repositories: [{ id: 'a' }] })).toEqual({
      one: { repositories: [{ id: 'a' }] },
    });
  });

  it('is never many for a change or a login', () => {
    expect(() => shapeOf(update, [{ id: 'a' }])).toThrow('malformed');
    expect(() => shapeOf(sessionOperations.create, [])).toThrow('malformed');
  });

  it('has between 1 and 100 objects', () => {
    expect(refusal([])).toEqual({ projects: { minimum: 1 } });
    expect(refusal(Array(101).fill({}))).toEqual({ projects: { maximum: 100 } });
    expect([refusal([{}]), refusal(Array(100).fill({}))]).toEqual([undefined, undefined]);
  });

  it('knows an element that is no object', () => {
    expect([5, 'x', null, []].map((each) => elementOf(create, each))).toEqual([
      undefined,
      undefined,
      undefined,
      undefined,
    ]);
    expect(elementOf(create, { project: { id: 'a' } })).toEqual({ id: 'a' });
  });
});
