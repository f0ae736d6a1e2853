import { botOperations, sessionOperations, userOperations } from '../identity/index.js';
import { attributeRefusalsOf, isRepeatable, makesRows, refusalsOf } from './refusals.js';

describe('the refusals of an operation', () => {
  it('derive from who may ask it, its path, its body and what it says itself', () => {
    expect(refusalsOf(userOperations.list)).toEqual([
      ...['unauthenticated', 'forbidden', 'too_many_requests'],
      ...['not_acceptable', 'invalid', 'fault', 'unavailable'],
    ]);
    expect(refusalsOf(userOperations.create)).toEqual([
      ...['unauthenticated', 'forbidden', 'too_many_requests', 'not_acceptable'],
      ...['malformed', 'timed_out', 'too_large', 'unsupported_media_type'],
      ...['invalid', 'conflict', 'fault', 'unavailable', 'storage_full'],
    ]);
    expect(refusalsOf(sessionOperations.delete)).toEqual([
      ...['not_found', 'not_acceptable', 'invalid', 'fault', 'unavailable'],
    ]);
  });

  it.each([
    [userOperations.create, true],
    [userOperations.update, true],
    [userOperations.delete, false],
    [userOperations.list, false],
    [sessionOperations.create, false],
  ])('have a full disk where rows are made, and logins go on: %#', (operation, grows) => {
    expect(makesRows(operation)).toBe(grows);
    expect(refusalsOf(operation).includes('storage_full')).toBe(grows);
  });

  it('name no code twice', () => {
    expect(botOperations.update.errors).toContain('forbidden');
    expect(refusalsOf(botOperations.update).filter((code) => code === 'forbidden')).toHaveLength(1);
  });

  it('tell attributes from codes', () => {
    expect(attributeRefusalsOf(botOperations.update)).toEqual([
      'id.locked',
      'owner.not_found',
      'owner.invalid',
    ]);
  });

  it.each([
    [userOperations.create, true],
    [userOperations.update, false],
    [botOperations.create, true],
    [sessionOperations.create, false],
  ])('have a conflict of keys where a retry is known: %#', (operation, repeatable) => {
    expect(isRepeatable(operation)).toBe(repeatable);
    expect(refusalsOf(operation).includes('conflict')).toBe(repeatable);
  });
});
