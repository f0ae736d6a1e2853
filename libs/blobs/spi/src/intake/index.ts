export { PartMemory } from './part-memory.js';
export type { PartPlace, PartSink } from './part-sink.js';
export { UploadWriter } from './upload-writer.js';
export { writingLoad, WritingThreads } from './writing-threads.js';
