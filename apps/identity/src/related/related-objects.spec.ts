import { Relations, text } from '@holdfast/contracts';
import { thing } from '@holdfast/contracts/testing';
import { related } from '../composition.js';
import { RelatedObjects } from './related-objects.js';
import type { RelatedRows } from './related-rows.js';

const rows = (object: string, more: Partial<RelatedRows> = {}): RelatedRows => ({
  object,
  table: object,
  select: 'x.*',
  from: `${object} x`,
  alias: 'x',
  visible: () => ({ sql: 'true', parameters: {} }),
  view: () => ({}),
  ...more,
});

const house = thing('house');
const cat = thing('cat', { isA: 'pet', childOf: { house: 'cats' } });
const flea = thing('flea', { childOf: { pet: 'fleas' }, attributes: { deleted_at: text() } });

describe('objects in answers of others', () => {
  it('are read by the uuid of the parent, unless their object says how', () => {
    const pets = rows('pet', { below: { house: { cats: { where: 'x.lives_in = parent.uuid' } } } });
    const objects = new RelatedObjects([pets, rows('flea')], new Relations([house, cat, flea]));
    expect(objects.children('house', 'cats')).toMatchObject({
      from: 'pet x',
      where: 'x.lives_in = parent.uuid',
    });
    expect(objects.children('cat', 'fleas')?.where).toBe('x.pet_uuid = parent.uuid and x.deleted_at is null');
    expect(objects.children('cat', 'constructor')).toBeUndefined();
    expect([objects.shown('cat')?.from, objects.shown('pet')?.from]).toEqual(['pet x', 'pet x']);
    expect(objects.shown('constructor')).toBeUndefined();
  });

  it('are not forgotten: the service does not start without their rows', () => {
    const relations = new Relations([house, cat, flea]);
    expect(() => new RelatedObjects([rows('pet')], relations)).toThrow('rows of flea');
    expect(() => new RelatedObjects(related)).not.toThrow();
  });

  it('are named for other services: accounts with their type, and projects', () => {
    expect(new RelatedObjects(related).named).toEqual([
      { name: 'account', table: 'account', typed: true },
      { name: 'project', table: 'project', typed: false },
    ]);
  });
});
