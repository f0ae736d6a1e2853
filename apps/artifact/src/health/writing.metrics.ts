import { writingLoad } from '@holdfast/blob-spi/intake';
import { WatchedValues } from '@holdfast/platform/observability';

new WatchedValues({
  name: 'holdfast_writing_threads',
  help: 'Threads that write and hash uploads.',
}).add(() => [[writingLoad().threads]]);

new WatchedValues({
  name: 'holdfast_writing_parts_awaited',
  help: 'Parts of uploads that wait to be written and hashed, those that are among them.',
}).add(() => [[writingLoad().parts]]);
