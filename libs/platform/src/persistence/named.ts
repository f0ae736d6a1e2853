import { isUuid } from '@holdfast/kernel';
import { Brackets } from 'typeorm';
import type { Condition } from './composed-statement.js';

/** What a text of people names: an id, or a uuid, which no id looks like. */
export const idOrUuid = (name: string): { id: string } | { uuid: string } =>
  isUuid(name) ? { uuid: name } : { id: name };

/** A condition as QueryBuilder takes it. */
export const bracketed = ({ sql, parameters }: Condition): Brackets =>
  new Brackets((where) => where.where(sql, parameters));
