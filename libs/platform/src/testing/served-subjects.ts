import 'reflect-metadata';
import { PATTERN_EXTRAS_METADATA, PATTERN_METADATA } from '@nestjs/microservices/constants.js';
import type { HandlerExtras } from '../service-host/handles.decorator.js';

type Classes = readonly (abstract new (...args: never[]) => unknown)[];

/** What the transport knows of the methods of these classes. */
const extrasOf = (services: Classes): { subject: string; extras: HandlerExtras | undefined }[] =>
  services.flatMap(({ prototype }: { prototype: object }) =>
    Object.values(Object.getOwnPropertyDescriptors(prototype)).flatMap(({ value }) => {
      if (typeof value !== 'function') return [];
      const patterns = Reflect.getMetadata(PATTERN_METADATA, value as object) as string[] | undefined;
      const extras = Reflect.getMetadata(PATTERN_EXTRAS_METADATA, value as object) as
        HandlerExtras | undefined;
      return (patterns ?? []).map((subject) => ({ subject, extras }));
    }),
  );

/** The subjects that the methods of these classes answer, in order; `*` stands for the storage node. */
export const servedSubjects = (services: Classes): string[] =>
  extrasOf(services)
    .map(({ subject, extras }) => (extras?.node ? `${subject}.*` : subject))
    .sort();

/** The operator's commands among these methods, in order: `company.create`. */
export const servedCommands = (services: Classes): string[] =>
  extrasOf(services)
    .flatMap(({ extras }) => extras?.command ?? [])
    .sort();
