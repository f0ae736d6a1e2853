import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { checkout } from '../system/paths.mjs';
import { parsed } from '../system/private-files.mjs';
import { databaseOwners, operator, services } from '../system/services.mjs';
import { compose, containers, head } from './compose-file.fixture.mjs';

/** The volumes of a container, by where it has them: what is mounted, and whether it may write. @param {string} name */
const volumesOf = (name) =>
  new Map(
    [...(containers.get(name) ?? '').matchAll(/^ {6}- '?(.+?):(\/[^:'\n]+)(:ro)?'?$/gm)].map(
      ([, what, where, ro]) => [where, { what, isWritten: !ro }],
    ),
  );
const ours = [...services, operator].map(({ name }) => name);

/** The settings that a container gets of its own. @param {string} name */
const settingsOf = (name) =>
  [...(containers.get(name) ?? '').matchAll(/^ {6}([A-Z][A-Z_]+):/gm)].map(([, setting]) => setting);

/** @param {string} part */
const readBy = (part) =>
  new Set(readFileSync(join(checkout, `apps/${part}/src/${part}.env.ts`), 'utf8').match(/[A-Z][A-Z_]{3,}/g));

describe('One host by compose', () => {
  it('has a container for each part, without rights as that of the broker', () => {
    expect([...containers.keys()]).toEqual(expect.arrayContaining([...ours, 'prepare', 'nats', 'postgres']));
    const open = [...containers]
      .filter(([, text]) => !text.includes('    <<: *part\n'))
      .map(([name]) => name);
    // The image of PostgreSQL takes its directory as root, and then is an ordinary user.
    expect(open).toEqual(['postgres']);
    expect(head).toMatch(
      /x-part: &part\n[^]*read_only: true\n[^]*cap_drop: \[ALL\]\n[^]*no-new-privileges:true/,
    );
  });

  it.each(ours)('gives %s no setting that it does not read', (part) => {
    const known = readBy(part);
    expect(settingsOf(part).filter((setting) => !known.has(setting))).toEqual([]);
  });

  // After an update it kept those of the version before: new calls were refused for ever, and rights taken away stayed.
  it('makes the broker anew with each version, whose users and rights it reads when it starts', () => {
    expect(containers.get('nats')).toMatch(/labels: .*\$\{HOLDFAST_TAG:-latest\}/);
  });

  it('gives the program of backups what it reads, and lets it write to their place alone', () => {
    const volumes = volumesOf('backup');
    expect([...volumes].filter(([, { isWritten }]) => isWritten).map(([where]) => where)).toEqual([
      '/backups',
    ]);
    const restore = volumesOf('restore');
    expect([...restore.keys()]).toEqual([...volumes.keys()]);
    const written = [...restore].filter(([, { isWritten }]) => isWritten).map(([, { what }]) => what);
    expect(written).toEqual(['repository', 'artifact', 'gateway']);
    for (const name of ['backup', 'restore']) {
      expect(containers.get(name)).toMatch(/^ {4}profiles: \[backup\]$/m);
      // There are programs that start them whatever their profile is: without a word they do nothing.
      expect(containers.get(name)).not.toMatch(/^ {4}(entrypoint|command):/m);
    }
  });

  // Without it, one part that took all memory had the system end the database.
  it('bounds the memory of each part as the chart does, and what each container says', () => {
    const values = readFileSync(join(checkout, 'deploy/helm/holdfast/values.yaml'), 'utf8');
    /** @param {string} name */
    const limitInChart = (name) =>
      new RegExp(`^${name}:\\n(?:(?: .*)?\\n)*?    limits: \\{ memory: (\\d+[GM])i \\}`, 'm')
        .exec(values)?.[1]
        ?.toLowerCase();
    /** @param {string} name */
    const limitOf = (name) =>
      /^ {4}mem_limit: (?:\$\{[A-Z_]+:-)?(\d+[gm])\}?$/m.exec(containers.get(name) ?? '')?.[1];
    for (const name of [...ours, 'backup']) expect([name, limitOf(name)]).toEqual([name, limitInChart(name)]);
    const unbound = [...containers.keys()].filter((name) => !limitOf(name));
    expect(unbound).toEqual(['postgres']);
    expect(head).toMatch(/x-part: &part\n[^]*logging: \*log\n/);
    expect(containers.get('postgres')).toContain('    logging: *log\n');
  });

  // It needs 100 bytes for each artifact: ten million of them would be a gigabyte of memory.
  it('gives the program of backups a place for temporary files that is no memory', () => {
    for (const name of ['backup', 'restore'])
      expect(containers.get(name)).toMatch(/^ {4}tmpfs: \[\]\n {4}volumes:\n {6}- \/tmp$/m);
  });

  it('says where all is that the program of backups is to read', () => {
    const said = parsed(readFileSync(join(checkout, 'deploy/compose/backup.json'), 'utf8'));
    const { schemas, nodes, blobs, files } =
      /** @type {{ schemas: { name: string, databaseUrl: string, credentials: string }[],
       *   nodes: Record<string, string>, blobs: { data: string }, files: Record<string, string> }} */ (said);
    expect(schemas.map(({ name }) => name)).toEqual(databaseOwners);
    const volumes = volumesOf('backup');
    for (const { name, databaseUrl, credentials } of schemas) {
      expect(containers.get(name)).toContain(`DATABASE_URL: ${databaseUrl}\n`);
      expect(volumes.get(credentials.replace('/credentials.json', ''))?.what).toBe(`keys-${name}`);
    }
    expect(volumes.get(nodes['node-1'])?.what).toBe('repository');
    expect(volumes.get(blobs.data)?.what).toBe('artifact');
    for (const place of Object.values(files))
      expect([...volumes.keys()]).toContain(place.slice(0, place.lastIndexOf('/')));
  });

  it('looks at the disk of the database, which is that of all volumes', () => {
    const [, disk] = /HOLDFAST_DATABASE_DISK: (.*)\n/.exec(containers.get('gateway') ?? '') ?? [];
    expect(disk).toBe('/var/lib/holdfast');
    expect(containers.get('gateway')).toContain(`'gateway:${disk}'`);
  });

  it('gives parts longer to end than their transfers have, and the database as long as it may need', () => {
    expect(head).toMatch(/x-part: &part\n[^]*stop_grace_period: 30s\n/);
    expect(containers.get('postgres')).toContain('stop_grace_period: 1m\n');
  });

  it('lets a Prometheus in its network read each service, and nobody of the host', () => {
    const { port } = /HOLDFAST_HEALTH_LISTEN: 0\.0\.0\.0:(?<port>\d+)\n/.exec(head)?.groups ?? {};
    const config = readFileSync(join(checkout, 'deploy/observability/prometheus.yml'), 'utf8');
    const targets = [...(/targets: \[(.*)\]/.exec(config)?.[1] ?? '').matchAll(/'(.+?)'/g)].map(
      ([, at]) => at,
    );
    expect(targets.sort()).toEqual(services.map(({ name }) => `${name}:${port}`).sort());
    const told = services.filter(({ name }) => /<<: \[?\*site\b/.test(containers.get(name) ?? ''));
    expect(told).toEqual(services);
    expect(compose).not.toMatch(new RegExp(`^ +- .*:${port}'?$`, 'm'));
  });

  it('tells the public port of SSH to those who show it, and not to the one who listens in a container', () => {
    const told = ours.filter((part) => settingsOf(part).includes('HOLDFAST_SSH_PORT'));
    expect(told).toEqual(['repository', 'operator']);
    expect(containers.get('gateway')).toContain('${HOLDFAST_SSH_PORT:-2222}:2222');
  });
});
