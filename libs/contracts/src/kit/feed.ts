/**
 * Messages by which the processes of a service make others forget what they have cached of it. Each process numbers its
 * messages, and says its last number every quarter of a second. Whoever misses a number, or hears nothing any more,
 * forgets everything.
 */
export interface Feed {
  /** Subject of the heartbeat. */
  pulse: string;
  /** Subjects of the events. */
  events: readonly string[];
}
