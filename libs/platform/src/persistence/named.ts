import { isUuid } from '@holdfast/kernel';
import { Brackets } from 'typeorm';
import type { Condition } from './composed-statement.js';

/** Finds by the text that names an object: its uuid or its id. No id has the form of a uuid. */
export const idOrUuid = (name: string): { id: string } | { uuid: string } =>
  isUuid(name) ? { uuid: name } : { id: name };

/** A condition for QueryBuilder. */
export const bracketed = ({ sql, parameters }: Condition): Brackets =>
  new Brackets((where) => where.where(sql, parameters));
