import type { RecordedEvent, RefChange } from '@holdfast/contracts';
import type { CallContext, RepositoryScope } from '@holdfast/kernel';
import { mkdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { DefaultIdentifiers } from '../catalogue/default-identifiers.js';
import { LocalRepositories } from '../placement/local-repositories.js';
import { ServiceWorld } from '../service-world.fixture.js';
import { IntentJournal } from './intent-journal.js';
import type { ChangePlace } from './intent.js';
import { WriteGate } from '../write-gate/write-gate.js';
import { NodeJournal } from './node-journal.js';
import { RefChanges } from './ref-changes.js';
import { RefEventStore } from './ref-event.store.js';
import { RefEvents } from './ref-events.js';

interface Changed {
  cause: string;
  updates: RefChange[];
}

/** What is written to it is on the disk when `disk` says so. */
class SlowJournal extends IntentJournal {
  constructor(
    directory: string,
    private readonly disk: () => Promise<void>,
  ) {
    super(directory);
  }

  override intend(...intents: Parameters<IntentJournal['intend']>): Promise<void> {
    return super.intend(...intents).then(this.disk);
  }
}

/** The service, and for each test a repository of its own with two commits and no refs. */
export class RefChangesWorld {
  service!: ServiceWorld;
  ctx!: CallContext & { repository: RepositoryScope };
  place!: ChangePlace;
  commit = '';
  later = '';
  private number = 0;

  /** A world for the tests of the suite that is being described. */
  static ofSuite(): RefChangesWorld {
    const world = new RefChangesWorld();
    beforeAll(async () => {
      world.service = await ServiceWorld.start();
    });
    beforeEach(() => world.fresh());
    afterAll(() => world.service.end());
    return world;
  }

  private async fresh(): Promise<void> {
    const { service } = this;
    this.ctx = await service.repository(service.project(), { id: `code-${(this.number += 1)}`, type: 'git' });
    const { principal, project, repository } = this.ctx;
    const { uuid, id, type } = repository;
    this.commit = await service.commit(this.ctx, 100);
    this.later = await service.commit(this.ctx, 200, this.commit);
    const company = principal?.company.uuid ?? '';
    this.place = { company, project: project?.uuid ?? '', repository: { uuid, id, type }, cause: 'push' };
  }

  get changes(): RefChanges {
    return this.service.changes;
  }

  /** Of this repository, once so many are there. The same event may be there twice: whoever hears it knows its id. */
  readonly recorded = async (count: number): Promise<Changed[]> => {
    for (;;) {
      const rows: { event: string }[] = await this.service.source.query(
        "select event from event_outbox where aggregate = $1 and subject like '%.ref.%' order by position",
        [this.ctx.repository.uuid],
      );
      const events = rows.map(({ event }) => JSON.parse(event) as RecordedEvent<Changed>);
      const once = [...new Map(events.map((event) => [event.id, event])).values()];
      if (once.length >= count) return once.map(({ payload }) => payload);
      await new Promise((done) => setTimeout(done, 20));
    }
  };

  readonly fileOf = (name: string): string => {
    const directory = this.service.placement.directory(this.ctx.repository);
    return join(directory, 'refs', name.includes('/') ? name : `heads/${name}`);
  };

  /** Moves a ref as git does; without a commit it goes. */
  readonly move = async (name: string, to?: string): Promise<void> => {
    const file = this.fileOf(name);
    if (to === undefined) return rm(file);
    await mkdir(join(file, '..'), { recursive: true });
    await writeFile(file, `${to}\n`);
  };

  /** A process of its own on this node's journal; the last one before it was killed. */
  readonly process = async (
    journal: IntentJournal = new NodeJournal(this.service.placement),
    store = new RefEventStore(this.service.source),
  ): Promise<RefChanges> => {
    const { placement, types } = this.service;
    const local = new LocalRepositories(placement, types);
    const changes = new RefChanges(
      placement,
      local,
      journal,
      new RefEvents(store, journal, this.service.outbox),
      new DefaultIdentifiers(this.service.store),
      new WriteGate(),
    );
    await changes.onApplicationBootstrap();
    return changes;
  };

  /** The same where `disk` says when what it writes down is on the disk. */
  readonly slowProcess = (disk: () => Promise<void>, store?: RefEventStore): Promise<RefChanges> =>
    this.process(new SlowJournal(this.service.placement.intents, disk), store);

  readonly begin = (changes: RefChanges, ...updates: RefChange[]) =>
    changes.begin(this.place, updates, Date.now() + 60_000);
}

export const updatesOf = (events: Changed[]) =>
  events.map(({ cause, updates }) => [cause, ...updates.map((each) => [each.ref, each.old, each.new])]);

export const branchMove = (name: string, old?: string, next?: string): RefChange => ({
  ...{ ref: `refs/heads/${name}`, sort: 'branch', name },
  ...(old === undefined ? {} : { old }),
  ...(next === undefined ? {} : { new: next }),
});

export const noteMove = (name: string, old?: string, next?: string): RefChange => ({
  ...branchMove(name, old, next),
  ...{ ref: `refs/notes/${name}`, sort: 'other', name: `refs/notes/${name}` },
});
