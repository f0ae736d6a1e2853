/**
 * Where backups are kept: named bytes, each written once and whole. Names are paths of letters, digits, `-`, `.` and
 * `/`.
 */
export interface BackupTarget {
  /** Makes an object durably, unless one of this name is there. */
  put(name: string, bytes: Uint8Array): Promise<void>;
  /** Undefined: there is none. */
  get(name: string): Promise<Buffer | undefined>;
  has(name: string): Promise<boolean>;
  /** The names that begin so, in no order. `beginning` ends with a slash. */
  list(beginning: string): AsyncIterable<string>;
  /** It may be absent. */
  remove(name: string): Promise<void>;
  close(): Promise<void>;
}
