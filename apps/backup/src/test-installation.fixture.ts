import { createHash, randomUUID } from 'node:crypto';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { testDatabase, testDatabaseServer, type TestDatabase } from '@holdfast/platform/testing';
import pg from 'pg';
import { openArtifactBlobs } from './blob-stores.js';
import { directoryOf, type Installation } from './installation/installation.js';

/** Of the tables of the services what the program asks for, and one column more. */
const tables = `
  create schema repository; create schema artifact;
  create table identity.company (uuid uuid primary key, id text not null, deleted_at timestamptz);
  create table identity.project (
    uuid uuid primary key, company_uuid uuid not null references identity.company, id text not null,
    deleted_at timestamptz);
  create table identity.account (uuid uuid primary key, company_uuid uuid not null, type text not null);
  create table identity."group" (uuid uuid primary key, company_uuid uuid not null);
  create table identity.ssh_key (company_uuid uuid);
  create table identity.storage_usage (
    repository_uuid uuid primary key, project_uuid uuid not null, company_uuid uuid not null, bytes bigint not null,
    version bigint not null);
  create table identity.group_member (group_uuid uuid);
  create table identity.notification_setting (account_uuid uuid);
  create table identity.project_account (project_uuid uuid); create table identity.project_group (project_uuid uuid);
  create table identity.subscriber (project_uuid uuid);
  create table identity.audit_event (uuid uuid primary key, company_uuid uuid);
  create table identity.session (
    uuid uuid primary key, account_uuid uuid not null references identity.account on delete cascade);
  create table identity.password_recovery (uuid uuid); create table identity.idempotency (account_uuid uuid);
  create table identity.storage_lease (uuid uuid);
  create table repository.repository (
    uuid uuid primary key, id text not null, type text not null, node text not null, company uuid not null,
    project uuid not null, deleted_at timestamptz);
  create table repository.branch_pattern (repository uuid); create table repository.path_lock (repository uuid);
  create table repository.protected_branch (repository uuid); create table repository.repository_push (repository uuid);
  create table repository.job (repository uuid); create table repository.repository_damage (repository uuid);
  create table repository.repository_move (repository uuid);
  create table repository.remote (
    repository uuid references repository.repository on delete cascade, purpose text, direction text,
    enabled boolean not null, due timestamptz, error text, primary key (repository, purpose));
  create table artifact.directory (hash bytea primary key, repository uuid not null);
  create table artifact.file (
    directory bytea, repository uuid not null, sha256 bytea not null, size bigint not null,
    name text not null default 'a.jar', released boolean not null default true, modified_at timestamptz not null default '2026-01-01',
    stored_at timestamptz, back_at timestamptz);
  create table artifact.usage (repository uuid); create sequence artifact.file_index_generation;
  create table artifact.file_index (
    directory bytea primary key, generation bigint not null, changed_at timestamptz not null default '2026-01-01',
    rendered bigint, added text, added_at bigint, added_to bigint, content bytea);
  create table artifact.held_checksum (directory bytea);`;

/** What an installation has of rows, repositories and blobs, without its services. */
export class TestInstallation {
  private constructor(
    readonly installation: Installation & { restoring: string },
    readonly client: pg.Client,
    private readonly scratch: string,
    private readonly database: TestDatabase,
  ) {}

  /** One with a company `acme`, its project `code` and nothing in it; `empty`: one that has no tables either. */
  static async make({ empty = false } = {}): Promise<TestInstallation> {
    const scratch = await mkdtemp(join(tmpdir(), 'installation-'));
    const database = await testDatabase(testDatabaseServer(), 'identity');
    const client = new pg.Client({ connectionString: database.url });
    await client.connect();
    await client.query(empty ? 'create schema repository; create schema artifact' : tables);
    const made = new TestInstallation(
      {
        schemas: ['identity', 'repository', 'artifact'].map((name) => ({ name, databaseUrl: database.url })),
        nodes: { 'node-1': join(scratch, 'node-1') },
        blobs: { data: join(scratch, 'artifact') },
        files: { 'access.json': join(scratch, 'access.json') },
        restoring: join(scratch, 'restoring'),
      },
      client,
      scratch,
      database,
    );
    if (!empty) await made.fill();
    return made;
  }

  readonly company = '00000000-0000-4000-8000-0000000000c0';
  readonly project = '00000000-0000-4000-8000-0000000000d0';

  private async fill(): Promise<void> {
    await mkdir(join(this.installation.nodes['node-1'], 'intents'), { recursive: true });
    await writeFile(join(this.installation.nodes['node-1'], 'intents', '1'), 'branch');
    await writeFile(this.installation.files['access.json'], '{}');
    await this.client.query("insert into identity.company values ($1, 'acme')", [this.company]);
    await this.client.query("insert into identity.project values ($1, $2, 'code')", [
      this.project,
      this.company,
    ]);
  }

  /** Adds the row of a repository, and answers its uuid. */
  async addRow(id: string, { type, node }: { type: string; node: string }): Promise<string> {
    const uuid = randomUUID();
    await this.client.query('insert into repository.repository values ($1, $2, $3, $4, $5, $6)', [
      ...[uuid, id, type, node, this.company, this.project],
    ]);
    return uuid;
  }

  /** Adds a repository with these files, and answers its uuid. */
  async addRepository(id: string, files: Readonly<Record<string, string | Buffer>>): Promise<string> {
    const uuid = await this.addRow(id, { type: 'git', node: 'node-1' });
    for (const [path, content] of Object.entries(files)) {
      const file = join(this.directoryOf(uuid), path);
      await mkdir(dirname(file), { recursive: true });
      await writeFile(file, content);
    }
    return uuid;
  }

  directoryOf(uuid: string): string {
    return directoryOf(this.installation.nodes['node-1'], { uuid, type: 'git' });
  }

  /** Adds an artifact to a repository, and answers its SHA-256. */
  async addArtifact(repository: string, content: Buffer): Promise<string> {
    const sha256 = createHash('sha256').update(content).digest('hex');
    const store = await openArtifactBlobs(this.installation.blobs);
    const staged = await store.stage(once(content));
    await staged.publish();
    await store.close();
    await this.client.query('insert into artifact.directory values ($1, $2) on conflict do nothing', [
      ...[Buffer.from(repository), repository],
    ]);
    await this.client.query("insert into artifact.file values ($1, $2, decode($3, 'hex'), $4)", [
      ...[Buffer.from(repository), repository, sha256, content.length],
    ]);
    return sha256;
  }

  /** Where an artifact lies. */
  blobAt(sha256: string): string {
    return join(this.installation.blobs.data, 'blobs', sha256.slice(0, 2), sha256.slice(2));
  }

  async end(): Promise<void> {
    await this.client.end();
    await this.database.drop();
    await rm(this.scratch, { recursive: true });
  }
}

async function* once(bytes: Buffer): AsyncGenerator<Buffer> {
  yield await Promise.resolve(bytes);
}
