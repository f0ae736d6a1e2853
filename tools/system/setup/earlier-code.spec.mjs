import { lackingOf } from './earlier-code.mjs';

describe('Packages of the earlier code', () => {
  const ours = {
    'node_modules/same': { version: '1.0.0' },
    'node_modules/newer': { version: '2.0.0' },
    'node_modules/@scope/ours': { version: '1.0.0' },
  };

  it('are lacking where we have none, or another version', () => {
    const theirs = {
      '': { version: '0.1.0' },
      'apps/one': { version: '0.1.0' },
      'node_modules/same': { version: '1.0.0' },
      'node_modules/newer': { version: '1.9.0' },
      'node_modules/gone': { version: '3.0.0' },
      'node_modules/@other/gone': { version: '3.0.0' },
      'node_modules/@holdfast/one': { link: true },
      'node_modules/of-another-machine': { version: '1.0.0', optional: true },
    };
    expect(lackingOf(ours, theirs)).toEqual({
      'node_modules/newer': { version: '1.9.0' },
      'node_modules/gone': { version: '3.0.0' },
      'node_modules/@other/gone': { version: '3.0.0' },
    });
  });

  it.each(['node_modules/same/node_modules/inner', 'node_modules/@scope/gone'])(
    'are left to its own commands where links cannot give them: %s',
    (path) => expect(lackingOf(ours, { [path]: { version: '1.0.0' } })).toBeUndefined(),
  );
});
