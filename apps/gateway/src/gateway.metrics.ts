import type { Server } from 'node:net';
import { writingLoad } from '@holdfast/blob-spi/intake';
import { WatchedValues, type ValueSource, type WatchedValue } from '@holdfast/platform/observability';
import type { SlotUse, TransferSlots } from './bytes/slots/transfer-slots.js';
import type { SshDoor } from './ssh/ssh-door.js';

const service = ['service'];

const slots = new WatchedValues({
  name: 'holdfast_transfer_slots',
  help: 'How many transfers of a service may go on at a time.',
  labels: service,
});
const used = new WatchedValues({
  name: 'holdfast_transfer_slots_used',
  help: 'How many slots of transfers are taken.',
  labels: service,
});
const awaited = new WatchedValues({
  name: 'holdfast_transfer_slots_awaited',
  help: 'How many transfers wait for a slot.',
  labels: service,
});
const connections = new WatchedValues({
  name: 'holdfast_connections',
  help: 'Open connections of clients, by door: http, ssh.',
  labels: ['door'],
});
const threads = new WatchedValues({
  name: 'holdfast_writing_threads',
  help: 'Threads that write and hash uploads.',
});
const parts = new WatchedValues({
  name: 'holdfast_writing_parts_awaited',
  help: 'Parts of uploads that wait to be written and hashed, those that are among them.',
});

/** What the gateway shows of its doors; `http`: the server of that one. */
export interface WatchedDoors {
  readonly slots: TransferSlots;
  readonly http: Server;
  readonly ssh: Pick<SshDoor, 'connections'>;
}

/** Has metrics look at the doors. Answers what ends it. */
export const watchDoors = (doors: WatchedDoors): (() => void) => {
  const each =
    (valueOf: (use: SlotUse) => number): ValueSource =>
    () =>
      doors.slots.uses.map((use): WatchedValue => [valueOf(use), use.kind]);
  const ends = [
    slots.add(each(({ total }) => total)),
    used.add(each(({ running }) => running)),
    awaited.add(each(({ waiting }) => waiting)),
    connections.add(async () => [
      [await openConnections(doors.http), 'http'],
      [doors.ssh.connections, 'ssh'],
    ]),
    threads.add(() => [[writingLoad().threads]]),
    parts.add(() => [[writingLoad().parts]]),
  ];
  return () => {
    for (const end of ends) end();
  };
};

const openConnections = (server: Server): Promise<number> =>
  new Promise((resolve, reject) =>
    server.getConnections((error, count) => (error ? reject(error) : resolve(count))),
  );
