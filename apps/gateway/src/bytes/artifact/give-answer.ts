import type { FileAnswer } from '@holdfast/contracts';
import { answer } from '../small-answer.js';
import type { Exchange } from '../exchange.js';
import { bodyOf, type Ready } from './lasting-files.js';

/** Sends an answer as it was decided. */
export const giveAnswer = (exchange: Exchange, decided: FileAnswer | Ready): Promise<void> => {
  const { status, reason, headers } = decided;
  return answer(exchange, status, reason, listOf(headers), bodyOf(decided));
};

/** Headers as names and values, alternating. */
export const listOf = (headers: Record<string, string>): string[] => {
  const list: string[] = [];
  for (const name in headers) list.push(name, headers[name]);
  return list;
};
