import { uuidv7, type CallContext } from '@holdfast/kernel';
import { isCalledByUuid } from './called-by-uuid.js';

const uuid = uuidv7();
const context = {
  ...{ requestId: 'r', deadline: 1, project: { uuid }, repository: { uuid }, group: { uuid }, bot: { uuid } },
  principal: { company: { uuid }, account: { uuid } },
} as CallContext;

describe('a call', () => {
  it('may be about nothing, or about what has a uuid', () => {
    expect(isCalledByUuid({ requestId: 'r', deadline: 1 })).toBe(true);
    expect(isCalledByUuid(context)).toBe(true);
  });

  it.each(['project', 'repository', 'group', 'bot'] as const)('is not about a %s by a path', (name) => {
    const called = { ...context, [name]: { uuid: `../../${uuid}` } };
    expect(isCalledByUuid(called)).toBe(false);
  });

  it.each(['company', 'account'] as const)('is not by an %s by a path', (name) => {
    const principal = { ...context.principal, [name]: { uuid: `${uuid}/..` } };
    expect(isCalledByUuid({ ...context, principal } as CallContext)).toBe(false);
  });
});
