import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { checkout } from '../system/paths.mjs';
import { parsed } from '../system/private-files.mjs';
import { operator, services } from '../system/services.mjs';

const chart = join(checkout, 'deploy/helm/holdfast');
const templates = join(chart, 'templates');
/** @param {string} path */
const read = (path) => readFileSync(path, 'utf8');
const files = readdirSync(templates, { recursive: true, encoding: 'utf8' }).filter((name) =>
  /\.(yaml|tpl|txt)$/.test(name),
);

/** What each helper says. @type {Map<string, string>} */
const helpers = new Map(
  files.flatMap((name) =>
    [
      ...read(join(templates, name)).matchAll(
        /\{\{-? ?define "([^"]+)" ?-?\}\}([^]*?)(?=\{\{-? ?define |$(?![^]))/g,
      ),
    ].map(([, helper, text]) => /** @type {[string, string]} */ ([helper, text])),
  ),
);

/** The container beside that of a storage node, of another program. */
const reader = 'holdfast.reader';

/** A template with the text of the helpers that it takes. @param {string} text @returns {string} */
const whole = (text) =>
  text + [...text.matchAll(/include "([^"]+)"/g)].map(([, name]) => whole(helpers.get(name) ?? '')).join('');

/** The variables that a container gets. @param {string} text */
const variables = (text) => [
  ...new Set([...whole(text).matchAll(/- (?:\{ )?name: ([A-Z][A-Z0-9_]+)/g)].map(([, name]) => name)),
];

/** @param {string} part */
const readBy = (part) =>
  new Set(read(join(checkout, `apps/${part}/src/${part}.env.ts`)).match(/[A-Z][A-Z_]{3,}/g));
/** What others than our programs read: who asks a bucket, Node.js, and the chart itself for the names of pods. */
const ofOthers = /^(AWS_|POD_|NODE_EXTRA_CA_CERTS$)/;

describe('the chart', () => {
  it.each([...services, operator].map(({ name }) => name))(
    'gives %s no setting that it does not read',
    (part) => {
      const text = read(join(templates, `${part}.yaml`)).replaceAll(`include "${reader}"`, '');
      const given = variables(text).filter((name) => !ofOthers.test(name));
      expect(given).toContain('NATS_URL');
      const known = readBy(part);
      expect(given.filter((name) => !known.has(name))).toEqual([]);
    },
  );

  it('gives the program of backups no setting that it does not read, and all that it needs', () => {
    const known = readBy('backup');
    /** @type {[string, string[]][]} */
    const needed = [
      ['holdfast.backupPod', ['HOLDFAST_BACKUP_INSTALLATION', 'HOLDFAST_BACKUP_URL', 'HOLDFAST_BACKUP_KEY']],
      [reader, ['HOLDFAST_DATA', 'HOLDFAST_BACKUP_LISTEN', 'HOLDFAST_BACKUP_TOKEN']],
    ];
    for (const [helper, names] of needed) {
      const given = variables(helpers.get(helper) ?? '').filter((name) => !ofOthers.test(name));
      expect(given).toEqual(expect.arrayContaining(names));
      expect(given.filter((name) => !known.has(name))).toEqual([]);
    }
  });

  it('lets who reads a storage node know nothing but the node and who asks', () => {
    const text = helpers.get(reader) ?? '';
    expect(text).toContain(
      '- { name: data, mountPath: /var/lib/holdfast, readOnly: {{ not .Values.restore.enabled }} }',
    );
    expect(text).not.toMatch(/credentials|keySecret|BACKUP_KEY|BACKUP_URL|AWS_|DATABASE_URL/);
    for (const helper of [reader, 'holdfast.backupPod'])
      expect(helpers.get(helper)).toContain('include "holdfast.containerSecurity"');
  });

  it('lets gateways, which everybody reaches, have a key of the bucket that is not that of the artifact service', () => {
    expect(helpers.get('holdfast.bucketEnv')).toContain('secretKeyRef: { name: {{ $.credentials }}');
    const gateway = read(join(templates, 'gateway.yaml'));
    expect(gateway).toContain(
      '.Values.gateway.blobsCredentialsSecret | default .Values.blobs.credentialsSecret }}',
    );
    expect(gateway).toContain('"holdfast.bucketEnv" (dict "root" . "credentials" $credentials)');
    expect(read(join(templates, 'artifact.yaml'))).toContain(
      '"holdfast.bucketEnv" (dict "root" . "credentials" .Values.blobs.credentialsSecret)',
    );
  });

  it('runs no service while it restores, and makes no backup', () => {
    // Not `replicas: 0`: an autoscaler or `kubectl scale` owns that field, and Helm would be refused.
    for (const { name } of services.filter((each) => each.serves !== 'node'))
      expect([name, read(join(templates, `${name}.yaml`))]).toEqual([
        name,
        expect.stringMatching(
          /\{\{- if not \.Values\.restore\.enabled \}\}\napiVersion: apps\/v1\nkind: Deployment\n/,
        ),
      ]);
    expect(read(join(templates, 'availability.yaml'))).toMatch(
      /if and .* \(not \$\.Values\.restore\.enabled\) \}\}\n---\napiVersion: autoscaling/,
    );
    expect(read(join(templates, 'repository.yaml'))).toMatch(
      /\{\{- if not \.Values\.restore\.enabled \}\}\n {8}- name: repository\n/,
    );
    expect(read(join(templates, 'backup.yaml'))).toContain(
      'suspend: {{ or (hasKey . "waits") $.Values.restore.enabled }}',
    );
  });

  it('looks for a restore that was cut off before a rollback too, and keeps Secrets as they are', () => {
    const hooks = (/** @type {string} */ name) =>
      [...read(join(templates, name)).matchAll(/helm\.sh\/hook"?:? "?(pre-[a-z,-]+)/g)].map(([, all]) => all);
    const all = 'pre-install,pre-upgrade,pre-rollback';
    expect(hooks('prepare.yaml')).toEqual([all, all]);
    expect(hooks('secrets.yaml')).toEqual(['pre-install,pre-upgrade']);
  });

  it('refuses a rollback to a revision that restored, before all else', () => {
    const guard = read(join(templates, 'restore.yaml')).split('\n---\n')[1];
    for (const part of [
      'helm.sh/hook: pre-rollback\n',
      "hook-weight: '-20'",
      'process.exit(1)',
      'backoffLimit: 0',
    ])
      expect(guard).toContain(part);
  });

  it('keeps what the preparation said where it has failed', () => {
    const text = read(join(templates, 'prepare.yaml'));
    for (const part of [
      'restartPolicy: Never',
      'FallbackToLogsOnError',
      'hook-output-log-policy: hook-failed',
    ])
      expect(text).toContain(part);
  });

  it('names pods of storage nodes while they have only readers', () => {
    const [, service] = read(join(templates, 'repository.yaml')).split('kind: Service\n');
    expect([...service.matchAll(/targetPort: (\S+)/g)].map(([, port]) => port)).toEqual(['7070', '7071']);
  });

  it('takes no setting twice: what it gives by itself, and what it depends on, is not given by `settings`', () => {
    const image = read(join(checkout, 'deploy/docker/Dockerfile')).match(/\bHOLDFAST_[A-Z_]+(?==)/g) ?? [];
    const given = services.flatMap(({ name }) => variables(read(join(templates, `${name}.yaml`))));
    // Those of the reader beside a storage node are no others' either.
    const free = /^HOLDFAST_(LOG_LEVEL|GIT_READER|NODEGIT|BACKUP_[A-Z]+)$/;
    const own = [...new Set([...image, ...given, 'HOLDFAST_PORT'])].filter(
      (name) => /^HOLDFAST_/.test(name) && !free.test(name),
    );
    const listed = [...(helpers.get('holdfast.ownSettings') ?? '').matchAll(/^([A-Z_]+): (.*)$/gm)];
    expect(listed.map(([, name]) => name)).toEqual([
      ...['AWS_ACCESS_KEY_ID', 'AWS_SECRET_ACCESS_KEY'],
      ...own.sort(),
      'NODE_EXTRA_CA_CERTS',
    ]);
    // The values that they name are there.
    const values = read(join(chart, 'values.schema.json'));
    for (const [, name, by] of listed.filter(([, , named]) => named !== "''"))
      expect([name, by.split('.').filter((word) => !values.includes(`"${word}"`))]).toEqual([name, []]);
    expect(helpers.get('holdfast.commonEnv')).toContain('not (hasKey $values.settings "HOLDFAST_LOG_LEVEL")');
  });

  it.each([
    ['identity', ['DATABASE_URL', 'HOLDFAST_SECRET', 'HOLDFAST_HEALTH_LISTEN']],
    ['repository', ['DATABASE_URL', 'HOLDFAST_NODE', 'HOLDFAST_BYTES_URL', 'HOLDFAST_REMOTE_KEYS']],
    ['artifact', ['DATABASE_URL', 'HOLDFAST_BYTES_URL', 'HOLDFAST_BLOBS_URL', 'HOLDFAST_BLOBS_OTHER_URL']],
    ['gateway', ['HOLDFAST_BYTES_PEERS', 'HOLDFAST_SSH_HOST_KEYS', 'HOLDFAST_BLOBS_URL']],
  ])('gives %s what it cannot do without in pods', (part, names) =>
    expect(variables(read(join(templates, `${part}.yaml`)))).toEqual(expect.arrayContaining(names)),
  );

  it('has a schema for each value that its templates read, and for no other', () => {
    /** @typedef {{ properties?: Record<string, Schema>, $ref?: string }} Schema */
    const schema = /** @type {Schema} */ (parsed(read(join(chart, 'values.schema.json'))));
    const known = Object.entries(schema.properties ?? {}).flatMap(([name, { properties }]) =>
      properties ? Object.keys(properties).map((each) => `${name}.${each}`) : [name],
    );
    const used = files.flatMap((name) =>
      [...read(join(templates, name)).matchAll(/\.Values\.([a-zA-Z]+(?:\.[a-zA-Z]+)?)/g)].map(
        ([, path]) => path,
      ),
    );
    const missing = used.filter(
      (path) => !known.includes(path) && !known.some((each) => each.startsWith(`${path}.`)),
    );
    expect(missing).toEqual([]);
    /** @type {string[]} */
    const given = [];
    let room = '';
    for (const line of read(join(chart, 'values.yaml')).split('\n')) {
      const [, top] = /^([a-zA-Z]+):/.exec(line) ?? [];
      const [, name] = /^ {2}([a-zA-Z]+):/.exec(line) ?? [];
      if (top) room = top;
      if (top && !/:$/.test(line)) given.push(top);
      if (name) given.push(`${room}.${name}`);
    }
    expect([...new Set(given)].sort()).toEqual(known.filter((name) => name !== 'global').sort());
  });

  it('names a release as text where nothing else stands beside its name: 123 and 1e3 are numbers else', () => {
    const alone = files.flatMap(
      (name) => read(join(templates, name)).match(/: \{\{[^}]*\.Release\.Name\b[^}]*\}\}/g) ?? [],
    );
    expect(alone.length).toBeGreaterThan(4);
    expect(alone.filter((each) => !each.endsWith('.Release.Name | quote }}'))).toEqual([]);
  });

  it('places all pods by values', () => {
    const made = files.flatMap((name) =>
      read(join(templates, name))
        .split(/\n---\n/)
        .filter((text) => /^kind: (Deployment|StatefulSet|CronJob|Job|Pod)$/m.test(text))
        .map((text) => /** @type {[string, string]} */ ([name, whole(text)])),
    );
    expect(made.length).toBeGreaterThan(10);
    for (const [name, text] of made)
      expect([name, text.includes('with .nodeSelector'), text.includes('with .tolerations')]).toEqual([
        ...[name, true, true],
      ]);
  });

  it('runs pods of ours without rights', () => {
    for (const name of files.filter((each) =>
      /kind: (Deployment|StatefulSet|CronJob|Job|Pod)$/m.test(read(join(templates, each))),
    )) {
      const text = read(join(templates, name));
      const ours = text.match(/include "holdfast\.image"/g) ?? [];
      const closed = text.match(/include "holdfast\.containerSecurity"/g) ?? [];
      expect([name, closed.length >= ours.length]).toEqual([name, true]);
    }
    expect(helpers.get('holdfast.containerSecurity')).toMatch(
      /readOnlyRootFilesystem: true\n.*drop: \[ALL\]/,
    );
    expect(helpers.get('holdfast.podSecurity')).toMatch(/runAsNonRoot: true[^]*RuntimeDefault/);
  });
});
