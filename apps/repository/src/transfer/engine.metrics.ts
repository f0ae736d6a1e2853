import { within } from '@holdfast/kernel';
import { WatchedValues, type ValueSource, type WatchedValue } from '@holdfast/platform/observability';
import type { ByteProcess } from '../byte-process/byte-process.js';
import type { ByteLoad } from '../byte-process/messages.js';

/** While it is started again it does not answer (ms). */
const patience = 1_500;

const labels = ['kind'];

const programs = new WatchedValues({
  name: 'holdfast_engine_programs',
  help: 'Programs of version control kinds that run, by kind.',
  labels,
});
const running = new WatchedValues({
  name: 'holdfast_engine_transfers',
  help: 'Transfers that have their turn at an engine, by kind.',
  labels,
});
const waiting = new WatchedValues({
  name: 'holdfast_engine_transfers_awaited',
  help: 'Transfers that wait for their turn at an engine, by kind.',
  labels,
});
const memory = new WatchedValues({
  name: 'holdfast_byte_process_memory_bytes',
  help: 'Resident memory of the byte process.',
});
const up = new WatchedValues({
  name: 'holdfast_byte_process_up',
  help: '1 while the byte process answers, else 0.',
});

const isThere = (): number => 1;
const isAway = (): number => 0;

/** Has metrics ask the byte process what it is at. Answers what ends it. */
export const watchEngines = (bytes: Pick<ByteProcess, 'load'>): (() => void) => {
  let asked: Promise<ByteLoad> | undefined;
  // All of them are read at once, and ask once.
  const load = (): Promise<ByteLoad> => (asked ??= bytes.load().finally(() => (asked = undefined)));
  const each =
    (countsOf: (load: ByteLoad) => Record<string, number>): ValueSource =>
    async () =>
      Object.entries(countsOf(await load())).map(([kind, count]): WatchedValue => [count, kind]);
  const ends = [
    programs.add(each((said) => said.programs)),
    running.add(each((said) => said.running)),
    waiting.add(each((said) => said.waiting)),
    memory.add(async () => [[(await load()).memory]]),
    up.add(async () => [[await within(patience, load().then(isThere, isAway), isAway)]]),
  ];
  return () => {
    for (const end of ends) end();
  };
};
