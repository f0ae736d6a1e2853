import { compose, containers, environmentOf } from './compose-file.fixture.mjs';
import { servesCompose } from '../system/setup/container-programs.mjs';

/** What podman-compose takes for a variable from 1.1 to 1.5 (its `var_re`). It looks at nothing again it puts in. */
const variable =
  /\$(?:(?<escaped>\$)|(?<named>[_a-zA-Z]\w*)|\{(?<braced>[_a-zA-Z]\w*)(?:(?<empty>:)?(?:-(?<other>[^}]*)|\?(?<complaint>[^}]*)))?\})/g;

/** As it puts in values. @param {string} text @param {Record<string, string>} settings */
const filled = (text, settings) =>
  text.replace(variable, (/** @type {unknown[]} */ ...found) => {
    const { escaped, named, braced, empty, other, complaint } =
      /** @type {Record<string, string | undefined>} */ (found.at(-1));
    if (escaped) return '$';
    const value = settings[named ?? braced ?? ''];
    if (value !== undefined && !(value === '' && empty)) return value;
    if (complaint !== undefined) throw new Error(complaint);
    return other ?? '';
  });

/** What a container gets by an `.env`. @param {string} name @param {Record<string, string>} settings */
const givenTo = (name, settings) =>
  Object.fromEntries(
    Object.entries(environmentOf(name)).map(([setting, text]) => [setting, filled(text, settings)]),
  );

const least = { HOLDFAST_SECRET: 'ab', POSTGRES_PASSWORD: 'pw' };
const bucket = 's3://jars/holdfast';
/** As of the release before, when all had one key. */
const before = {
  ...least,
  HOLDFAST_BLOBS_URL: bucket,
  HOLDFAST_BLOBS_REDIRECT: '64M',
  AWS_ACCESS_KEY_ID: 'artifacts',
  AWS_SECRET_ACCESS_KEY: 'theirs',
};
const full = {
  ...before,
  HOLDFAST_GATEWAY_BLOBS_URL: bucket,
  HOLDFAST_GATEWAY_BLOBS_REDIRECT: '32M',
  HOLDFAST_GATEWAY_AWS_ACCESS_KEY_ID: 'downloads',
  HOLDFAST_GATEWAY_AWS_SECRET_ACCESS_KEY: 'readable',
  HOLDFAST_BACKUP_AWS_ACCESS_KEY_ID: 'backups',
  HOLDFAST_BACKUP_AWS_SECRET_ACCESS_KEY: 'sealed',
};
const settings = { least, before, full };

const nothing = { AWS_ACCESS_KEY_ID: '', AWS_SECRET_ACCESS_KEY: '' };
const ofArtifacts = { AWS_ACCESS_KEY_ID: 'artifacts', AWS_SECRET_ACCESS_KEY: 'theirs' };

describe('The variables of the compose file', () => {
  // `:+` and one within another came with 1.6: a gateway was told to redirect from `${HOLDFAST_…:+}` on, and ended.
  it('are of the forms that each podman-compose knows', () => {
    const strange = compose.replaceAll(/\$\{[A-Z][A-Z_]*:[-?][^${}]*\}/g, '').match(/^.*\$.*$/gm) ?? [];
    expect(strange.filter((line) => !line.startsWith('#'))).toEqual([]);
  });

  // To podman-compose from 1.3 on, what a container is given is a variable too, where an .env does not name it.
  it('are no settings of the same container, but for the one that they give', () => {
    const mistaken = [...containers].flatMap(([name, text]) => {
      const environment = environmentOf(name);
      /** @param {string} said */
      const used = (said) => [...said.matchAll(variable)].map((found) => found.groups?.braced ?? '');
      const inside = Object.entries(environment).flatMap(([setting, said]) =>
        used(said).filter((asked) => asked !== setting && asked in environment),
      );
      const outside = used(text.replaceAll(/^ {6}[A-Z_]+: .*$/gm, '')).filter(
        (asked) => asked in environment,
      );
      return [...inside, ...outside].map((asked) => [name, asked]);
    });
    expect(mistaken).toEqual([]);
  });

  it.each(Object.entries(settings))('leave none of themselves where they are put in (%s)', (_, given) => {
    const values = [...containers.keys()].flatMap((name) => Object.entries(givenTo(name, given)));
    expect(values.length).toBeGreaterThan(50);
    expect(values.filter(([, value]) => /[${}]/.test(value))).toEqual([]);
  });

  it.each(['gateway', 'artifact', 'backup', 'restore'])(
    'tell %s of no bucket where there is none',
    (name) => {
      const given = givenTo(name, least);
      expect(given).toMatchObject(nothing);
      expect(Object.values(given).filter((value) => value.startsWith('s3:'))).toEqual([]);
      expect(given['HOLDFAST_BLOBS_REDIRECT'] ?? '').toBe('');
    },
  );

  // A redirect without a bucket keeps the gateway from starting.
  it('tell the gateway of no bucket, and of no redirect, that an .env of before names for the artifact service', () => {
    expect(givenTo('artifact', before)).toMatchObject({ HOLDFAST_BLOBS_URL: bucket, ...ofArtifacts });
    expect(givenTo('gateway', before)).toMatchObject({
      HOLDFAST_BLOBS_URL: '',
      HOLDFAST_BLOBS_REDIRECT: '',
      ...nothing,
    });
  });

  it('give the gateway what is its own', () => {
    expect(givenTo('gateway', full)).toMatchObject({
      HOLDFAST_BLOBS_URL: bucket,
      HOLDFAST_BLOBS_REDIRECT: '32M',
      AWS_ACCESS_KEY_ID: 'downloads',
      AWS_SECRET_ACCESS_KEY: 'readable',
    });
  });

  // The gateway, which everybody reaches, had a key by which all artifacts and all backups could be removed.
  it('give each part a key of buckets that no other has, and backups that of artifacts besides', () => {
    const keys = ['artifacts', 'theirs', 'downloads', 'readable', 'backups', 'sealed'];
    const held = [...containers.keys()].map((name) => {
      const values = new Set(Object.values(givenTo(name, full)));
      return [name, keys.filter((key) => values.has(key))];
    });
    expect(held.filter(([, some]) => some?.length)).toEqual([
      ['artifact', ['artifacts', 'theirs']],
      ['gateway', ['downloads', 'readable']],
      ['backup', ['artifacts', 'theirs', 'backups', 'sealed']],
      ['restore', ['artifacts', 'theirs', 'backups', 'sealed']],
    ]);
  });

  it.each(['backup', 'restore'])('leave it to %s which of two keys it is', (name) => {
    const [own, none] = [
      { HOLDFAST_BACKUP_AWS_ACCESS_KEY_ID: 'backups', HOLDFAST_BACKUP_AWS_SECRET_ACCESS_KEY: 'sealed' },
      { HOLDFAST_BACKUP_AWS_ACCESS_KEY_ID: '', HOLDFAST_BACKUP_AWS_SECRET_ACCESS_KEY: '' },
    ];
    expect(givenTo(name, full)).toMatchObject({ ...ofArtifacts, ...own });
    expect(givenTo(name, before)).toMatchObject({ ...ofArtifacts, ...none });
  });

  it.each([
    ['podman-compose version: 1.0.3', false],
    ['podman-compose version 1.1.0', true],
    ['podman-compose version 1.2.0', true],
    // It gives a container the text of a variable that has the name of its setting.
    ['podman-compose version 1.3.0', false],
    ['podman-compose version 1.4.1', true],
    ['podman-compose version 1.10.0', true],
  ])('are known to %s: %s', (said, known) => {
    expect(servesCompose(`${said}\npodman version 4.3.1`)).toBe(known);
  });
});
