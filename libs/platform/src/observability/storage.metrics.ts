import { WatchedValues } from './watched-values.js';

const labels = ['holds'];

export const storageTotal = new WatchedValues({
  name: 'holdfast_storage_total_bytes',
  help: 'Size of a disk, by what it holds: repositories, artifacts, database.',
  labels,
});

export const storageFree = new WatchedValues({
  name: 'holdfast_storage_free_bytes',
  help: 'Bytes of a disk that are free, the reserve among them.',
  labels,
});

export const storageFull = new WatchedValues({
  name: 'holdfast_storage_full',
  help: '1 while only the reserve of a disk is left, of bytes or of files; else 0.',
  labels,
});

export const storageReserve = new WatchedValues({
  name: 'holdfast_storage_reserve_bytes',
  help: 'Bytes of a disk that are kept free: with fewer of them what takes room is refused.',
  labels,
});
