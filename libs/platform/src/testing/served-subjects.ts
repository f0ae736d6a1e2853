import 'reflect-metadata';
import { PATTERN_EXTRAS_METADATA, PATTERN_METADATA } from '@nestjs/microservices/constants.js';
import type { HandlerExtras } from '../service-host/handles.decorator.js';

/** The subjects that the methods of these classes answer, in order; `*` stands for the storage node. */
export const servedSubjects = (services: readonly (abstract new (...args: never[]) => unknown)[]): string[] =>
  services
    .flatMap(({ prototype }: { prototype: object }) =>
      Object.values(Object.getOwnPropertyDescriptors(prototype)).flatMap(({ value }) => {
        if (typeof value !== 'function') return [];
        const patterns = Reflect.getMetadata(PATTERN_METADATA, value as object) as string[] | undefined;
        const extras = Reflect.getMetadata(PATTERN_EXTRAS_METADATA, value as object) as
          HandlerExtras | undefined;
        return (patterns ?? []).map((subject) => (extras?.node ? `${subject}.*` : subject));
      }),
    )
    .sort();
