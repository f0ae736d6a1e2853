import { domainEvent } from './domain-event.js';
import { namedObject } from './event-payload.js';
import { eventProblem } from './event-problem.js';
import { Type } from './schema.js';

const uuid = '0190a000-0000-7000-8000-000000000001';
const made = domainEvent('fact.identity.thing.made.v1', {
  reason: 'this test',
  about: 'thing',
  payload: Type.Object({ thing: namedObject }),
});
const gone = domainEvent('fact.identity.thing.gone.v1', {
  reason: 'this test',
  about: 'thing',
  payload: Type.Object({ thing: namedObject, size: Type.Integer() }),
});
const right = {
  id: '0123456789abcdef01234567',
  subject: made.subject,
  at: 1,
  payload: { thing: { uuid, id: 'a' } },
};

describe('a message from another process', () => {
  it('is an event of the contract that it fits, time and again', () => {
    expect(eventProblem(made, right)).toBeUndefined();
    expect(eventProblem(made, { ...right, payload: { thing: { uuid, id: '' }, more: 1 } })).toBeUndefined();
    const { payload } = right;
    expect(eventProblem(gone, { ...right, subject: gone.subject, payload })).toMatch(
      /^payload must have .*size/,
    );
    expect(eventProblem(made, right)).toBeUndefined();
  });

  it.each([
    ['id', { id: '0123456789abcdef0123456' }],
    ['id', { id: '0123456789abcdef012345678' }],
    ['id', { id: undefined }],
    ['subject', { subject: gone.subject }],
    ['at', { at: 1.5 }],
    ['at', { at: undefined }],
  ])('is none by its %s: %j', (problem, wrong) =>
    expect(eventProblem(made, { ...right, ...wrong })).toBe(problem),
  );

  it.each([
    undefined,
    {},
    { thing: { id: 'a' } },
    { thing: { uuid } },
    { thing: { uuid: 'ann', id: 'a' } },
    { thing: { uuid: `${uuid}0`, id: 'a' } },
    { thing: { uuid, id: 1 } },
    { thing: Object.create({ uuid, id: 'a' }) as object },
  ])('is none by its payload %j', (payload) =>
    expect(eventProblem(made, { ...right, payload })).toMatch(/^payload.* must /),
  );
});
