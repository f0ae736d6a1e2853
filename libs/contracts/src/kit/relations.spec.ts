import { allObjects, allRelations } from '../registry.js';
import { thing } from '../testing/thing.js';
import { reference, readOnly } from './attribute.js';
import type { ObjectContract } from './object-contract.js';
import { generalName, Relations } from './relations.js';

const boss = { boss: readOnly(reference('person')) };
const house = thing('house', { service: 'repository' });
const cat = thing('cat', { isA: 'pet', childOf: { house: ['cats', 'sleepers'] } });
const dog = thing('dog', { isA: 'pet', childOf: { house: 'dogs' } });
const flea = thing('flea', { childOf: { pet: 'fleas' } });
const person = thing('person', { attributes: boss });
const shop = thing('shop', { service: 'repository', attributes: { ...boss, pet: reference('pet') } });

describe('the relations of object types', () => {
  const relations = new Relations([house, cat, dog, flea, person, shop]);
  const children = (object: ObjectContract): Record<string, string> =>
    Object.fromEntries([...relations.children(object)].map(([name, child]) => [name, child.name]));

  it('have the children that say whose they are, of several types alike where they say so', () => {
    expect(children(house)).toEqual({ cats: 'cat', sleepers: 'cat', dogs: 'dog' });
    expect([children(cat), children(dog)]).toEqual([{ fleas: 'flea' }, { fleas: 'flea' }]);
    expect(children(flea)).toEqual({});
  });

  it('have the references of the attributes, and know who knows what they lead to', () => {
    expect([...relations.references(shop)]).toEqual([
      ['boss', 'person'],
      ['pet', 'pet'],
    ]);
    expect([relations.serviceOf('pet'), relations.serviceOf('house')]).toEqual(['identity', 'repository']);
    expect([relations.serviceOf('nobody'), relations.object('pet')]).toEqual([undefined, undefined]);
    expect(relations.object('cat')).toBe(cat);
  });

  it('say what is named of other services, and by whom', () => {
    expect([shop, person].map((object) => relations.namesOthers(object))).toEqual([true, false]);
    expect(relations.namedElsewhere('identity')).toEqual(['person', 'pet']);
    expect(relations.namedElsewhere('repository')).toEqual([]);
  });

  it('are made something of, for each child that a service keeps', () => {
    const made = relations.below('identity', (parent, name, child) => `${parent.name} ${name} ${child.name}`);
    expect([...made].map(([parent, names]) => [parent, Object.fromEntries(names)])).toEqual([
      ['house', { cats: 'house cats cat', sleepers: 'house sleepers cat', dogs: 'house dogs dog' }],
      ['cat', { fleas: 'cat fleas flea' }],
      ['dog', { fleas: 'dog fleas flea' }],
      ...['flea', 'person', 'shop'].map((parent) => [parent, {}]),
    ]);
    const none = relations.below('repository', () => true);
    expect([...none].map(([, names]) => names.size)).toEqual([0, 0, 0, 0, 0, 0]);
  });

  it('of a type that is not among them are none', () => {
    const stranger = thing('stranger', { attributes: boss });
    expect([relations.children(stranger).size, relations.references(stranger).size]).toEqual([0, 0]);
    expect(relations.namesOthers(stranger)).toBe(false);
  });

  it('say what is named of others, each once and in order, though some of it is their own', () => {
    const mixed = thing('mixed', {
      service: 'repository',
      attributes: { near: reference('house'), far: reference('person'), farther: reference('pet') },
    });
    const mine = thing('mine', { service: 'identity', attributes: { cat: reference('pet') } });
    const more = new Relations([house, cat, person, mixed, mine]);
    expect(more.namesOthers(mixed)).toBe(true);
    expect(more.namedElsewhere('identity')).toEqual(['person', 'pet']);
    expect(
      new Relations([
        thing('zoo'),
        thing('ant'),
        thing('x', { service: 'artifact', attributes: { zoo: reference('zoo'), ant: reference('ant') } }),
      ]).namedElsewhere('identity'),
    ).toEqual(['ant', 'zoo']);
    expect(new Relations([person]).namedElsewhere('identity')).toEqual([]);
  });

  it('are refused where a contract names what there is not', () => {
    expect(() => new Relations([flea])).toThrow('flea is a child of pet');
    expect(() => new Relations([person, shop])).toThrow('shop.pet: there is no pet');
  });
});

describe('the relations of the API', () => {
  it('call users, collaborators, bots and subscribers accounts', () => {
    const accounts = [...allObjects.values()].filter((object) => generalName(object) === 'account');
    expect(accounts.map(({ name }) => name).sort()).toEqual(['bot', 'collaborator', 'subscriber', 'user']);
    const children = ['projects', 'repositories'];
    for (const account of accounts)
      expect([...allRelations.children(account).keys()]).toEqual(expect.arrayContaining(children));
  });

  it('are asked of services that answer for them', () => {
    const named = ['account', 'project'];
    expect(allRelations.namedElsewhere('identity')).toEqual(expect.arrayContaining(named));
    // Artifacts say the id as well.
    expect(allRelations.namedElsewhere('repository')).toContain('repository');
  });

  it.each([...allObjects.values()].map((object) => [object.name, object] as const))(
    'say by attributes that there are to whom a %s belongs',
    (_, { attributes, owner }) => {
      const named = owner ? [owner.attribute, ...(owner.unless === undefined ? [] : [owner.unless])] : [];
      expect(Object.keys(attributes)).toEqual(expect.arrayContaining(named));
      if (owner) expect(attributes[owner.attribute].reference).toBe('account');
    },
  );
});
